/**
 * The end of a switch over kinds of messages or events. A kind of today's server that the switch forgets does not
 * compile (it would not be `never`); one of a later server comes here at run time, and nothing is done about it.
 */
export function passOver(_kind: never): void {}
