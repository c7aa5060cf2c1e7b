// Written by `make types` from the models in src/nouvelle_france/protocol/notices.py. Do not edit.

/** A browser's push subscription, as it describes it itself. */
export interface PushAsked {
  /** Where its push service takes messages for it. */
  endpoint: string;
  /** Its public key: base64url. */
  p256dh: string;
  /** Its secret: base64url. */
  auth: string;
  /** What it is told in. */
  language?: "en" | "fr" | "pl";
}

/** Where a table tells of its turns. */
export interface WebhookAsked {
  /** An address at a host that the operator of the server allows. */
  url: string;
  /** What it tells in. */
  language?: "en" | "fr" | "pl";
}

/** What the server can tell of turns. */
export interface NoticesOffered {
  /** Its key for push subscriptions (applicationServerKey); null: no web push. */
  push: string | null;
  /** The hosts that webhooks may have; none: no webhooks. */
  webhook_hosts: string[];
  /** After how many seconds of waiting somebody is told. */
  delay: number;
}

/** The browsers that are told of a seat's turns: the SHA-256 of each endpoint. */
export interface Subscribed {
  ids: string[];
}

/** Where a table tells of its turns; null: nowhere. */
export interface WebhookTold {
  url: string | null;
}
