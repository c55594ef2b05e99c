// Written by "npm run openapi" from the documents of the interface.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        readonly AckMessage: {
            /** @constant */
            readonly version: 1;
            /** @constant */
            readonly type: "ack";
            readonly sequence: number;
        };
        readonly ActionMessage: {
            /** @constant */
            readonly version: 1;
            readonly sequence: number;
            readonly after: number;
            readonly force: boolean;
            readonly test: boolean;
            /** @constant */
            readonly type: "action";
            readonly action: components["schemas"]["PaidAction"];
        };
        readonly Alert: {
            readonly id: string;
            readonly recipientId: string;
            readonly historyItemId: string;
            readonly system: string;
            readonly event: string;
            /** Format: date-time */
            readonly createdAt: string;
            readonly hidden: boolean;
            readonly nickname: string;
            readonly message: string;
            readonly amount: components["schemas"]["Money"] | null;
            readonly media: {
                readonly url: string;
            };
            readonly levelName: string;
            readonly count: number;
        };
        readonly AlertMessage: {
            /** @constant */
            readonly version: 1;
            readonly sequence: number;
            readonly after: number;
            readonly force: boolean;
            readonly test: boolean;
            /** @constant */
            readonly type: "alert";
            readonly alert: components["schemas"]["Alert"];
            readonly goal?: components["schemas"]["Goal"];
        };
        readonly Change: {
            readonly id: string;
            readonly historyItemId: string;
            readonly hidden: boolean;
            readonly nickname: string;
            readonly message: string;
            readonly amount: components["schemas"]["Money"] | null;
            readonly media: {
                readonly url: string;
            };
            readonly levelName: string;
            readonly count: number;
            readonly refunded: components["schemas"]["Money"] | null;
        };
        readonly ChangeMessage: {
            /** @constant */
            readonly version: 1;
            readonly sequence: number;
            readonly after: number;
            readonly force: boolean;
            readonly test: boolean;
            /** @constant */
            readonly type: "change";
            readonly change: components["schemas"]["Change"];
        };
        readonly Check: {
            readonly paymentId: string;
        };
        readonly CheckMessage: {
            /** @constant */
            readonly version: 1;
            readonly sequence: number;
            readonly after: number;
            readonly force: boolean;
            readonly test: boolean;
            /** @constant */
            readonly type: "check";
            readonly check: components["schemas"]["Check"];
        };
        readonly ErrorMessage: {
            /** @constant */
            readonly version: 1;
            /** @constant */
            readonly type: "error";
            /** @enum {string} */
            readonly code: "malformed_message" | "rate_limited" | "superseded" | "revoked";
            readonly detail: string;
            readonly retryAfter?: number;
        };
        readonly Goal: {
            readonly title: string;
            readonly target: components["schemas"]["Money"];
            readonly reached: components["schemas"]["Money"];
        };
        readonly Goals: {
            readonly goals: readonly components["schemas"]["Goal"][];
            readonly sequence: number;
        };
        readonly GoalsMessage: {
            /** @constant */
            readonly version: 1;
            readonly sequence: number;
            readonly after: number;
            readonly force: boolean;
            readonly test: boolean;
            /** @constant */
            readonly type: "goals";
            readonly goals: components["schemas"]["Goals"];
        };
        readonly Leaders: {
            /** @enum {string} */
            readonly period: "day" | "month" | "all";
            readonly currency: string;
            readonly leaders: readonly {
                readonly nickname: string;
                readonly amount: components["schemas"]["Money"];
            }[];
        };
        readonly LookMessage: {
            /** @constant */
            readonly version: 1;
            readonly sequence: number;
            readonly after: number;
            readonly force: boolean;
            readonly test: boolean;
            /** @constant */
            readonly type: "look";
            readonly look: components["schemas"]["OverlayLook"];
        };
        readonly MediaMessage: {
            /** @constant */
            readonly version: 1;
            readonly sequence: number;
            readonly after: number;
            readonly force: boolean;
            readonly test: boolean;
            /** @constant */
            readonly type: "media";
            readonly media: readonly components["schemas"]["MediaRequest"][];
        };
        readonly MediaRequest: {
            readonly id: string;
            /** @enum {string} */
            readonly provider: "youtube" | "vk";
            readonly originId: string;
            readonly url: string;
            readonly title: string;
            readonly thumbnail: string;
            readonly system: string;
            readonly owner: string;
            readonly paymentId: string;
        };
        readonly MissedMessage: {
            /** @constant */
            readonly version: 1;
            /** @constant */
            readonly type: "missed";
        };
        readonly Money: {
            readonly minor: number;
            readonly major: number;
            readonly currency: string;
            readonly exponent?: number;
        };
        readonly MoneyInput: {
            readonly major: number;
            readonly minor: number;
            readonly currency: string;
            readonly exponent?: number;
        };
        readonly OverlayLook: {
            /** @enum {string} */
            readonly theme?: "glass" | "paper" | "neon";
            /** @enum {string} */
            readonly layout?: "card" | "above" | "beside";
            readonly accent?: string;
            /**
             * Format: uri
             * @description an absolute https URL without user info and control characters
             */
            readonly image?: string;
            /**
             * Format: uri
             * @description an absolute https URL without user info and control characters
             */
            readonly sound?: string;
            readonly imageUpload?: string;
            readonly soundUpload?: string;
            readonly background?: string;
            readonly text?: string;
            readonly font?: string;
            readonly size?: number;
            /** @enum {string} */
            readonly position?: "top" | "center" | "bottom";
            /** @enum {string} */
            readonly align?: "left" | "center" | "right";
            /** @enum {string} */
            readonly language?: "en" | "de" | "es" | "ru";
            readonly volume?: number;
            readonly seconds?: number;
            readonly media?: boolean;
            readonly goals?: {
                readonly show?: boolean;
                /** @enum {string} */
                readonly position?: "top" | "bottom";
                readonly accent?: string;
            };
            readonly leaders?: {
                /** @enum {string} */
                readonly period?: "day" | "month" | "all";
                readonly currency?: string;
                readonly count?: number;
            };
            readonly levels?: readonly {
                readonly name: string;
                readonly accent?: string;
                /**
                 * Format: uri
                 * @description an absolute https URL without user info and control characters
                 */
                readonly image?: string;
                /**
                 * Format: uri
                 * @description an absolute https URL without user info and control characters
                 */
                readonly sound?: string;
                readonly imageUpload?: string;
                readonly soundUpload?: string;
                readonly seconds?: number;
                readonly text?: string;
            }[];
            readonly speech?: {
                readonly voice?: string;
                readonly rate?: number;
            };
        };
        readonly PaidAction: {
            readonly id: string;
            readonly deliveryId: string;
            readonly actionId: string;
            readonly name: string;
            readonly game: string;
            readonly category: string;
            readonly payload: {
                readonly [key: string]: unknown;
            };
            readonly parameters: {
                readonly [key: string]: unknown;
            };
            readonly paymentId: string;
            readonly system: string;
            readonly nickname: string;
            readonly amount: components["schemas"]["Money"];
        };
        readonly PaymentMessage: {
            /** @enum {string} */
            readonly type: "payment.completed" | "payment.failed" | "payment.refunded" | "payment.refund.failed" | "payment.disputed" | "payment.dispute.won";
            /** Format: date-time */
            readonly timestamp: string;
            readonly data: {
                readonly gatewayId: string;
                readonly nickname?: string | null;
                readonly message?: string | null;
                readonly amount: components["schemas"]["MoneyInput"];
                readonly method?: string | null;
                readonly goal?: string | null;
                readonly attachments?: readonly string[] | null;
                readonly actions?: readonly {
                    readonly id?: string | null;
                    readonly actionId: string;
                    readonly parameters?: {
                        readonly [key: string]: unknown;
                    } | null;
                }[] | null;
                readonly auction?: {
                    readonly isNew: boolean;
                    readonly item: string;
                } | null;
                readonly system?: string | null;
                readonly part?: components["schemas"]["MoneyInput"] | null;
                readonly refundId?: string | null;
                readonly disputeId?: string | null;
                readonly test?: boolean | null;
            };
        };
        readonly PingMessage: {
            /** @constant */
            readonly version: 1;
            /** @constant */
            readonly type: "ping";
        };
        readonly PongMessage: {
            /** @constant */
            readonly version: 1;
            /** @constant */
            readonly type: "pong";
        };
        readonly ResumeMessage: {
            /** @constant */
            readonly version: 1;
            /** @constant */
            readonly type: "resume";
            readonly after?: number;
        };
        readonly Show: {
            readonly paused: boolean;
            readonly muted: boolean;
            readonly cleared: number;
            readonly skipped: readonly number[];
            readonly sequence: number;
        };
        readonly ShowMessage: {
            /** @constant */
            readonly version: 1;
            readonly sequence: number;
            readonly after: number;
            readonly force: boolean;
            readonly test: boolean;
            /** @constant */
            readonly type: "show";
            readonly show: components["schemas"]["Show"];
        };
        readonly Skip: {
            readonly id: string;
        };
        readonly SkipMessage: {
            /** @constant */
            readonly version: 1;
            readonly sequence: number;
            readonly after: number;
            readonly force: boolean;
            readonly test: boolean;
            /** @constant */
            readonly type: "skip";
            readonly skip: components["schemas"]["Skip"];
        };
        readonly StreamEventMessage: {
            readonly type: string;
            /** Format: date-time */
            readonly timestamp: string;
            readonly data: {
                readonly recipientId: string;
                readonly streamId: string;
                readonly title?: string;
            };
        };
        readonly WelcomeMessage: {
            /** @constant */
            readonly version: 1;
            /** @constant */
            readonly type: "welcome";
            readonly overlayId: string;
            readonly after: number;
            readonly through: number;
            readonly more: boolean;
            readonly unknown?: number;
            readonly look?: components["schemas"]["OverlayLook"];
            readonly show?: components["schemas"]["Show"];
            readonly goals?: components["schemas"]["Goals"];
            readonly leaders?: components["schemas"]["Leaders"];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type AckMessage = components['schemas']['AckMessage'];
export type ActionMessage = components['schemas']['ActionMessage'];
export type Alert = components['schemas']['Alert'];
export type AlertMessage = components['schemas']['AlertMessage'];
export type Change = components['schemas']['Change'];
export type ChangeMessage = components['schemas']['ChangeMessage'];
export type Check = components['schemas']['Check'];
export type CheckMessage = components['schemas']['CheckMessage'];
export type ErrorMessage = components['schemas']['ErrorMessage'];
export type Goal = components['schemas']['Goal'];
export type Goals = components['schemas']['Goals'];
export type GoalsMessage = components['schemas']['GoalsMessage'];
export type Leaders = components['schemas']['Leaders'];
export type LookMessage = components['schemas']['LookMessage'];
export type MediaMessage = components['schemas']['MediaMessage'];
export type MediaRequest = components['schemas']['MediaRequest'];
export type MissedMessage = components['schemas']['MissedMessage'];
export type Money = components['schemas']['Money'];
export type MoneyInput = components['schemas']['MoneyInput'];
export type OverlayLook = components['schemas']['OverlayLook'];
export type PaidAction = components['schemas']['PaidAction'];
export type PaymentMessage = components['schemas']['PaymentMessage'];
export type PingMessage = components['schemas']['PingMessage'];
export type PongMessage = components['schemas']['PongMessage'];
export type ResumeMessage = components['schemas']['ResumeMessage'];
export type Show = components['schemas']['Show'];
export type ShowMessage = components['schemas']['ShowMessage'];
export type Skip = components['schemas']['Skip'];
export type SkipMessage = components['schemas']['SkipMessage'];
export type StreamEventMessage = components['schemas']['StreamEventMessage'];
export type WelcomeMessage = components['schemas']['WelcomeMessage'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
