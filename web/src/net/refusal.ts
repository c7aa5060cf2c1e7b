// What was refused, by whoever was asked.

export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly rule: string | null = null,
  ) {
    super(message);
  }
}
