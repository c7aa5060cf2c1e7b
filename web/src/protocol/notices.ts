// Written by `make types` from the models in src/nouvelle_france/protocol/notices.py. Do not edit.

/** A browser's push subscription, as it describes it itself. */
export interface PushAsked {
  /** The address at its push service for messages to it. */
  endpoint: string;
  /** Its public key: base64url. */
  p256dh: string;
  /** Its secret: base64url. */
  auth: string;
  /** The language of its messages. */
  language?: "en" | "fr" | "pl";
}

/** A table's webhook. */
export interface WebhookAsked {
  /** An address at a host that the operator of the server allows. */
  url: string;
  /** The language of its messages. */
  language?: "en" | "fr" | "pl";
}

/** The notices of turns that the server offers. */
export interface NoticesOffered {
  /** Its key for push subscriptions (applicationServerKey); null: no web push. */
  push: string | null;
  /** The hosts that webhooks may use; none: no webhooks. */
  webhook_hosts: string[];
  /** How many seconds a game waits before a player is notified. */
  delay: number;
}

/** The browsers notified of a seat's turns: the SHA-256 of each endpoint. */
export interface Subscribed {
  ids: string[];
}

/** A table's webhook; null: none. */
export interface WebhookTold {
  url: string | null;
}
