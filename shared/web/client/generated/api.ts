// Written by "npm run openapi" from the documents of the interface.
export interface paths {
    readonly "/media/playlists/{playlistId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * A playlist of the external video host, shuffled
         * @description Every entry of the playlist, in a new random order at every call. A deleted or private video keeps its entry, with null for unknown members. The video host’s answer is cached for 10 minutes. A call that finds no cached answer costs units of the host’s quota: one for the title and two for each 50 entries. A caller has 250 units a day, and shares 4,000 more with all callers. Of a playlist with more than 5,000 entries, the first 5,000 are read. If an answer would exceed 6 MB, it contains as many entries as fit, chosen at random.
         */
        readonly get: operations["getExternalPlaylist"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/messenger/commands/update-announcers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Add, update and delete announcers in one atomic change
         * @description All changes, at most 90, are made or none; each id may occur once. A text may have 17000 bytes and the buttons of an announcer together 24500, as they are escaped in an answer. In `updated`, absent fields keep their value; account and chat stay those with which an announcer was added, so add and delete to move it. One id there that is unknown, or belongs to another recipient, fails the whole call with 404; `errors` names its place. Such an id in `deleted` is skipped.
         */
        readonly post: operations["updateAnnouncers"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/actions/commands/add-actions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Register actions
         * @description All actions are registered or none. An action of the same `game`, `category` and `name` is updated in place and keeps its id, so a game mod may register its actions at every start; a disabled action stays disabled. The parameter types `string`, `number`, `boolean`, `color` and `select` are checked when an action is bought; others pass through. `action` is the first of `actions`.
         */
        readonly post: operations["addActions"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/config": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The caller's configuration records
         * @description By name; sortable by `name` and `url`.
         */
        readonly get: operations["listConfigs"];
        /**
         * Store a configuration record
         * @description Creates or replaces the caller’s record of that `name`. With `id`, that record is replaced, under a new name if the name differs. With `If-Match` the call fails with 412 if the record has changed since its `ETag` (its `revision` in quotes) was read, with `If-None-Match: *` when the record exists. The value of the record `overlay` is an `OverlayLook` of the AsyncAPI document: the look and sound of overlays, which get it at once, as a message `look`, and with the answer to each `resume`. The value of `alerts` has `levels`, `moderation`, which selects the alerts that wait for `decide-alert`, and `events`, which selects the events of platforms that raise alerts: with `{"follow": false, "cheer": 100}` a follow raises none, and a cheer raises one from 100 Bits on. The value of `paymentpage` may have `donorPage`, a `DonorPage`, which turns on `GET /donors/{recipientId}`.
         */
        readonly put: operations["putConfig"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/messenger/commands/add-announcer": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Add an announcer
         * @description The announcer starts enabled. Its message is deleted when the end of the stream is final (2 minutes after its report, unless the deployment says otherwise), and posted once more if the stream goes on after all, unless `announcerType` (or `type`, its other name) is `ANNOUNCE_STREAM`. `trigger` defaults to `STREAM_STARTED`; the service fires that and `STREAM_ENDED` (also called `stream.online` and `streamStart`, and `stream.offline`), and a platform event of the same name fires any other. `PAYMENT_COMPLETED` fires once for each donation whose alert is shown, a held one after its approval; tests, imports and repeated alerts fire nothing, and a donation that was refunded, deleted or hidden before its message is posted is not announced. Its text may have `{nickname}` (`Somebody` without one), `{amount}` (`12.34 EUR`) and `{message}`, as the alert has them; the message is deleted after 47 hours unless the type is `ANNOUNCE_STREAM`. `accountId` names a bot account of the deployment, or with `chatId` the channel of a linked webhook.
         */
        readonly post: operations["addAnnouncer"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/news/commands/add-news": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Publish a news entry
         * @description The entry is the caller's own; `global: true` publishes it to everyone and is for administrators (group `admin`).
         */
        readonly post: operations["addNews"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/history/commands/print-csv": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Export the history as a CSV file
         * @description Answers at once; `GET /history/prints/{printId}` reports when the file is ready. An item has to match one of `systems` and one of `events`; an empty list matches all. `ODA` (or another name, by the deployment’s setting `ownSystem`) stands for the systems of one’s own gateways. `after` is inclusive, `before` exclusive. RFC 4180 in UTF-8 with a byte order mark, oldest first, columns `id, event, system, timestamp, nickname, amount, currency, message, goal, actions, levelName, count, refunded`; texts that a spreadsheet would interpret as a formula begin with a single quote.
         */
        readonly post: operations["printCsv"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/recipients/commands/link-kick": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Link a Kick account by its authorization code and code verifier (PKCE)
         * @description Stores one token record for each of the caller’s accounts; linking an account again renews its record and enables it. An account that another recipient has linked is refused. A code works once: repeat a request only with its `Idempotency-Key`.
         */
        readonly post: operations["linkKick"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/recipients/tokens/toggle-token": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Enable or disable a token
         * @description Sets the flag to the value sent. Disabling drops the cached access token.
         */
        readonly post: operations["toggleToken"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/recipients/tokens/get-access-token": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * A valid access token of a linked account
         * @description The platform’s access token is stored until it expires, and refreshed once, however many requests ask at the same time. `relink_required` means that the platform no longer accepts the link. Tokens of donation services are only for this service: they are 404.
         */
        readonly post: operations["getAccessToken"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/history/commands/delete-item": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Delete a history item softly
         * @description The item is marked as deleted and kept: it is removed from lists, totals and prints, and its alert becomes hidden. An overlay drops the alert if it waits, and removes it if it is on the screen (message `change`). Deleting it again succeeds.
         */
        readonly post: operations["deleteHistoryItem"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/history/commands/repeat-alert": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Show the alert of a history item again
         * @description Delivers the item's alert to the overlays once more, a hidden one too, but none that is held or was refused by `decide-alert`: that is 409 `alert_held`. An item that never had an alert gets one from its own fields. The item of a refunded or disputed payment is refused, as restoring it is.
         */
        readonly post: operations["repeatAlert"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/config/commands/change-agreement": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Choose the payment gateway whose legal offer donors are shown
         * @description Sets `value.gateway` of the caller’s record `paymentpage`, which is created if it does not exist. A gateway is one for which the caller has a credential, or one of these: `stripe`, `kofi`, `yookassa`, `yoomoney`, `robokassa`, `cryptocloud`, `rahmat`, `paypal` and `manual`.
         */
        readonly post: operations["changeAgreement"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/payments/commands/togglegateway": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Enable or disable a gateway credential
         * @description Flips the credential, or sets it to `enabled`, which makes a retry safe. Enabling one disables the caller’s other one of the same type, so that at most one is enabled. Enabling one of the type `fiat`, other than a `manual` bridge, also sets `value.gateway` of the record `paymentpage`, as `change-agreement` does, so that donors are shown its legal offer; a later `change-agreement` holds until the next enabling. A credential of Stripe, Ko-fi, YooKassa or PayPal that lacks a part without which its webhooks cannot be verified is not enabled (409 `credential_incomplete`); one that is enabled already stays so.
         */
        readonly post: operations["toggleGateway"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/otp/exchange": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Exchange a one-time code for the refresh token that was deposited with it
         * @description Send the code in the header `X-One-Time-Code` or as `otp` in the body, not in both (400). It works once. Unknown, expired, used, malformed and missing codes get the same answer, an empty `refreshToken`.
         */
        readonly post: operations["exchangeOneTimeCode"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/media/commands/mark-all-listened": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Mark all media as listened
         * @description Every `ready` video of the caller becomes `handled`.
         */
        readonly post: operations["markAllListened"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/playlists": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The caller's playlists
         * @description Newest first; sortable by `title` and by `id`, which sorts by age.
         */
        readonly get: operations["listPlaylists"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/alerts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The caller's alerts, newest first
         * @description Sortable by `createdAt`. Any page is reached by its number, and the total is exact, without a filter and with a period alone (`after` is inclusive, `before` exclusive). `held=true` lists alerts that wait for `decide-alert`, of the last 14 days; `GET /alerts/show` has their number, so that nobody needs to ask for the list of none. The other filters match whole values, and the system `ODA` (or another name, by the deployment’s setting `ownSystem`) stands for the systems of one’s own gateways too. `totalIsExact` says whether the total is exact. Tests are not listed. `decidedBy` is the member who showed, hid, deleted or restored the alert last: absent where nobody or the recipient did, and null where that member has left, was removed or erased its data.
         */
        readonly get: operations["listAlerts"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/payments/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * One payment of the caller
         * @description Test payments are found here too. Unknown members of a payment are null.
         */
        readonly get: operations["getPayment"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/media/video/{ids}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Stored videos by their ids
         * @description One id returns its record or 404; several ids return an array in the requested order. A repeated id is returned twice, and unknown ids are left out.
         */
        readonly get: operations["getVideos"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/messenger/announcers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The caller's announcers, oldest first
         * @description Messages are sent only to chats that the caller has linked; an announcer of any other chat has a `blockedReason`. An announcer whose chat is closed to the bot for good (the bot was removed or blocked, the chat deleted) is disabled when its message is refused, with `disabledReason` and `disabledAt` until it is enabled again. A refusal that a person can mend, such as a missing right, is shown in `blockedReason` until a message is posted again; it disables the announcer when it is at least the third in a row, a day or more after the first. In a deployment with open chats, a chat belongs to the recipient who announced there first, and announcers of others are disabled.
         */
        readonly get: operations["listAnnouncers"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/recipients/tokens/getvklivetoken": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Link a VK Video Live account by its authorization code, and get its access token
         * @description The answer has the shape of a response object, in which only `body` varies: the id of the token record, the access token and its expiry. Linking again renews the record. VK Video Live has no PKCE, so a `codeVerifier` is refused. The answer holds a secret, so an `Idempotency-Key` is ignored.
         */
        readonly post: operations["getVkLiveToken"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/messenger/announcers/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * An announcer, and the result of its last message
         * @description `lastAnnouncement` is the last message of 7 days, tests included. Its `outcome` is `posted`, `deleted` after it was posted, `cancelled` (the stream was over, or the announcer disabled, before it could be posted), `refused` by the messenger or because of the chat (with `reason`), `givenUp` after 1 hour without the messenger, `dropped` because too many messages waited for the chat, or `unconfirmed`: the messenger’s answer was lost, so it is unknown whether it was posted.
         */
        readonly get: operations["getAnnouncer"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/messenger/commands/test-announcement": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Post the message of an announcer as a test
         * @description The message is sent like an announcement, even for a disabled announcer, and is deleted after 1 minute. Its result is `lastAnnouncement` of the announcer.
         */
        readonly post: operations["testAnnouncement"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/messenger/bots": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The bot accounts of this deployment
         * @description Their names, which announcers and `link-chat` take as `accountId`, in alphabetical order. They are the deployment’s, and the same for every caller. A new one appears within 1 minute.
         */
        readonly get: operations["listBots"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/messenger/commands/link-chat": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Link a chat: by a code for a bot, or by the webhook of a channel
         * @description With `accountId`: the bot has to be in the chat; an administrator sends `command` there, or opens one of `links`. A code works once and for 10 minutes. The bot names the linked recipient’s accounts in the chat, and tells how an administrator undoes it (`/unlink`). A chat that belongs to another recipient changes hands only when an administrator presses a button there, under a message that names the accounts of both. Messages that are forwarded or sent through another bot link nothing. `links.direct` exists only if the deployment allows private chats. The bot’s webhook is set to this deployment. With `webhook`, the address of a webhook of Discord: whoever has it may post in its channel, which is linked at once; the answer is the chat, whose `accountId` and `chatId` an announcer takes. The address is stored encrypted, and is no longer called once Discord has deleted the webhook. A code is a secret, so an `Idempotency-Key` is ignored.
         */
        readonly post: operations["linkChat"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/messenger/chats": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The caller's chats
         * @description Newest first; sortable by `linkedAt`, `title`, `accountId` and `chatId`. `linkedAt` is null for a chat that was not linked by a code or a webhook: a group that has moved, or a chat of a deployment with open chats. A chat that was lost is listed for 30 days with `lostAt` and `lostReason`: an administrator of the chat gave it to another recipient, or unlinked it there. Nothing is sent to it.
         */
        readonly get: operations["listChats"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/messenger/commands/unlink-chat": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Unlink a chat
         * @description Nothing more is sent to the chat. Its announcers stay, with a `blockedReason`. A lost chat is only removed from the list.
         */
        readonly post: operations["unlinkChat"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/messenger/webhooks/{accountId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Receive the messages that a bot reads in its chats
         * @description Updates of Telegram and MAX, each with the secret that the service gave the messenger when it set the webhook. A code of `link-chat` that an administrator has sent links the chat, the button under a request gives it to another recipient, and `/unlink` ends the link. What MAX tells of the bot’s rights in a channel is shown with its announcers (`blockedReason`). Everything else is dropped. A repeated update takes effect once.
         */
        readonly post: operations["receiveMessengerWebhook"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/history": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The caller's history, newest first
         * @description `systems` and `events` are comma-separated, and both have to match; a value with a comma, a quote or surrounding blanks is put in double quotes, as in CSV. The system `ODA` (or another name, by the deployment’s setting `ownSystem`) stands for the systems of one’s own gateways too; `after` is inclusive, `before` exclusive. Sortable by `timestamp`; items of the same instant are in the order of their ids. With `deleted=true`, only items are listed that were deleted, or withdrawn by a refund or a dispute; tests are never listed. An answer can be imported into another deployment unchanged, or by another recipient without its `recipientId`. Without a filter the total is exact; with one, `totalIsExact` says whether it is.
         */
        readonly get: operations["listHistory"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/history/{historyItemId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get a history item
         * @description Deleted items and tests are found too. `status` in `metadata` is the status of its payment.
         */
        readonly get: operations["getHistoryItem"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/history/commands/add-items": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Add history items, such as donations of other services
         * @description An item is added once for its `system` and `originId`: an existing one, deleted or not, stays unchanged and is listed in `skipped`. Items from `GET /history` are accepted unchanged, except that their `metadata` is ignored and `deliveryId` is that of the new item; an item with `deleted` is added as a deleted one. With `triggerAlert` an added item that is not deleted is shown as an alert, in the order of the call. A call that is repeated after a failure may find in `skipped` what its first attempt had added. Known events are `payment`, `follow`, `subscription`, `subscription-gift`, `raid`, `cheer`, `kick-gift` and `ban`, known systems `Manual`, `Stripe`, `Ko-fi`, `YooKassa`, `DonationAlerts`, `Twitch`, `Kick` and `VKLive`; any other name is accepted too.
         */
        readonly post: operations["addHistoryItems"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/history/commands/restore-item": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Restore a deleted history item
         * @description Undoes a deletion: the item is in lists, totals and prints again, and its alert is visible, hidden or held as before, as the message `change` tells; it is not shown again. Restoring it again succeeds. The item of a refunded or disputed payment is refused: it is not counted, and a won dispute restores it.
         */
        readonly post: operations["restoreHistoryItem"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/history/prints/{printId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The state of a CSV print, and the link to its file
         * @description The link is valid for 15 minutes; every call gives a new one while the file is kept (7 days). `rows` counts up while the print is running, to about `rowsExpected`. `bytes` and `sha256` are those of the file.
         */
        readonly get: operations["getPrint"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/history/prints": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List CSV prints
         * @description Newest first; sortable by `createdAt`, `status` and `rows`. A print is listed for 30 days, its file is kept for 7 days.
         */
        readonly get: operations["listPrints"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/history/commands/delete-print": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Delete a CSV print, or cancel it
         * @description Its file is deleted and every link to it ends. A queued or running print is cancelled, which makes room for a new one.
         */
        readonly post: operations["deletePrint"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/goals/commands/set-goal": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Set the goal of a currency
         * @description A recipient has one goal for each currency, of at most 5 currencies; setting it again replaces it. `reached` is `start` (nothing by default) and the amounts of the listed history items of that currency from `since` on (the present by default), less refunds and disputes. Deletions, restorations and imports count at once; tests do not, and nothing is converted. At most 20000 history items from `since` to the present are counted: if there are more, give a later instant, and the sum before it as `start`. Overlays show the goals as a bar; a new alert carries the goal that it counts for, and any other change brings the message `goals` of the WebSocket API, at most every second.
         */
        readonly post: operations["setGoal"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/goals/commands/delete-goal": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Delete the goal of a currency
         * @description Overlays no longer show it. Deleting a goal that does not exist succeeds.
         */
        readonly post: operations["deleteGoal"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/goals": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The caller's goals, by currency
         * @description Their present state. Fractions finer than the decimals of the target are counted but not shown.
         */
        readonly get: operations["listGoals"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/history/leaders": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The donors of a period, the highest sum first
         * @description Sums up the amounts of the listed history items of one currency by exact nickname, for a date, a month or all time, less refunds and disputes. Deletions, restorations and imports count at once; tests and donors without a nickname do not, and nothing is converted. Donors with equal sums keep a fixed order. Counting starts with the first request for a day, a month or all time, separately for each of the three. Each request then reads the next 1800 items of the history: until `isComplete` is true, the leaders are those of its oldest part. The total is exact on the last page. `id` is the id of a donor in its list. For any other period, print the history (`POST /history/commands/print-csv` with `after` and `before`).
         */
        readonly get: operations["listLeaders"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/alerts/commands/test-alert": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Show a test alert
         * @description The alert is delivered like that of a donation, marked as a test: it is in no list, total or print, and is deleted after 1 day. `event` and `system` select the tested event, such as a raid. Known events are `payment`, `follow`, `subscription`, `subscription-gift`, `raid`, `cheer`, `kick-gift` and `ban`, known systems `Manual`, `Stripe`, `Ko-fi`, `YooKassa`, `DonationAlerts`, `Twitch`, `Kick` and `VKLive`; any other name is accepted too. Without `levelName` the level follows from the amount: the configuration record `alerts` may hold `value.levels`, an array of `{name, from}`, and an alert has the level with the highest `from` that its amount reaches in the same currency. `historyItemId` can be used to repeat the alert.
         */
        readonly post: operations["testAlert"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/alerts/commands/control-show": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Pause, resume, mute or unmute the show of alerts, skip an alert, or clear the queue
         * @description Every overlay follows at once, and after a reload. `pause` shows no further alert until `resume`; the one on the screen stays to its end. `skip` removes the alert or video on the screen of an overlay, or the next one of a paused overlay; overlays that have not shown it yet leave it out. `clear` drops all waiting alerts; the one on the screen stays to its end. `mute` and `unmute` concern sounds and speech. History, totals and lists stay as they are: `repeat-alert` shows a skipped or cleared alert again. A command that changes nothing, such as pausing a paused show, succeeds. Programs of the WebSocket API get the message `show`, and the state with each `welcome`.
         */
        readonly post: operations["controlShow"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/alerts/show": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The state of the show of alerts
         * @description Whether it is paused or muted, since when (null until the first command) and by which member (`decidedBy`, absent where the recipient did it, null where that is no member any more), and how many alerts wait: of each overlay those that it has not acknowledged, the one on the screen and hidden ones included; overlays show alerts of the last day. `held` is the number of alerts that wait for a decision, at most 100, or null where `GET /alerts?held=true` has to look for those of an earlier version first; one that was restored may be counted until that list is read. Where `moderationIsReadable` is false, the service cannot read the moderation in the record `alerts`, which another version or an import has stored, and holds every alert until it is saved anew. `waiting` is the highest number of the connected overlays, or of all when none is connected.
         */
        readonly get: operations["getShow"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/alerts/commands/decide-alert": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Show or hide an alert that waits for approval
         * @description The configuration record `alerts` may hold `value.moderation`, a `Moderation`: it says which alerts of payments and imports are held. A held alert is `hidden`, is listed by `GET /alerts?held=true` for 14 days, and its money counts in history, totals and goals as any other. Its videos, bought actions and announcements wait as well, and no list of leaders names its donor. `show: true` lets everything out, once; `show: false` nothing, ever, and so does a wait of 14 days. Endpoints get `alert.decided`. Of two decisions one wins; the other one, and one about an alert that is not held, is 409 `alert_decided`.
         */
        readonly post: operations["decideAlert"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/overlays/commands/create-ticket": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Create the address of a new overlay
         * @description The ticket is valid for 1 day and works once: put `overlayUrl` into a browser source, or open a WebSocket connection at `webSocketUrl` with `?ticket=` yourself. The page then gets its later tickets itself; each further overlay needs another ticket. The answer holds a secret, so an `Idempotency-Key` is ignored. `overlayId` identifies the overlay in the list at once. It takes one of the 20 places for overlays; revoking an overlay frees its place. With `part` the page shows one part alone, and each browser source needs a ticket of its own: `alerts` without the bars of goals, `goals`, or `leaders` as `leaders` of the look says. A source of goals or leaders acknowledges nothing, so checks, traces and the state of the show leave it out. With `session: true` the ticket is for a page whose user is signed in: it is valid for 1 minute, has no key, takes one of the 10 places for such pages and none of overlays, is in no list, and its connection is closed within a minute after the end of the access token that asked for it. Members get such tickets alone (otherwise 403), of 40 places of their own, and lose the connection with the membership.
         */
        readonly post: operations["createTicket"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/overlays/commands/renew-ticket": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Give an overlay a ticket for its next connection
         * @description For the page of an overlay: it sends the key whose SHA-256 it sent as `key` when it connected with its first ticket. Unknown, expired and malformed keys get the same answer. The ticket is valid for 1 minute and works once. A page that was superseded sends `ifFree: true`: then it gets no ticket while the overlay is connected.
         */
        readonly post: operations["renewTicket"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/overlays": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List overlays
         * @description Overlays with a ticket, also before they connect; neither programs that connect with an access token nor pages with a session. `lastSeenAt` is the time at which one last connected, sent `resume` (the page does so every half hour) or acknowledged a delivery; a `ping` does not count. `connected` may be late: a connection that broke without being closed is noticed at the next delivery, after ten minutes of silence, or after 2 hours. An overlay has one connection: a newer connection takes over, and the older one gets `superseded` and is closed. Sorts by `createdAt` (default, newest first), `lastSeenAt`, `name` and `id`.
         */
        readonly get: operations["listOverlays"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/overlays/commands/rename-overlay": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Rename an overlay
         * @description Its address and its connection stay as they are.
         */
        readonly post: operations["renameOverlay"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/overlays/commands/revoke-overlay": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Revoke an overlay, or all of them
         * @description Its key, its tickets and its connection become invalid: it gets `revoked` and no more deliveries, is closed, and cannot connect again. A program with an access token can connect again as long as the token is valid. With `all: true` every overlay is revoked, including those that have not connected yet; it succeeds even if none exists.
         */
        readonly post: operations["revokeOverlay"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/overlays/commands/check": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Check that alerts reach the overlays, before a stream
         * @description Stores an invisible test as a verified webhook would, and sends it the way of a donation: projection, delivery, WebSocket, acknowledgement. `GET /payments/{paymentId}/trace` shows each stage with its milliseconds, and for each overlay whether it has answered, or the reason (`not_acknowledged`, `disconnected`, `never_connected`). It takes a second or two; an overlay that is showing alerts answers after them. The test is not shown, and is not in history, totals, lists or prints. Programs acknowledge the WebSocket message `check` as they acknowledge alerts. `lastEvent` and `lastRefused` of `GET /payments/gateways` show whether a gateway reaches its webhook address.
         */
        readonly post: operations["checkOverlays"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/overlay": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The page that shows alerts, for a browser source
         * @description The ticket is in the fragment of the address, which browsers do not send. Settings are in the fragment or in the query: `volume` (0 to 1, default 0.5), `seconds` (how long an alert is shown, 0.5 to 60), `position` (`top`, `center`, `bottom`) and `part` (as in `create-ticket`, which writes it). The configuration record `overlay` sets these and the rest of the look; the address has precedence.
         */
        readonly get: operations["getOverlay"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/actions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The caller's actions
         * @description Newest registration first; sortable by `name`, `game`, `category` and `registeredAt`.
         */
        readonly get: operations["listActions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/actions/commands/toggle-action": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Enable or disable an action
         * @description Sets the flag to the value sent. A disabled action is not for sale: purchases of it are not delivered, with the reason `action_disabled`. Registering it again does not enable it.
         */
        readonly post: operations["toggleAction"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/actions/commands/delete-action": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Delete an action
         * @description The action is no longer for sale: later purchases of it are not delivered, with the reason `unknown_action`. Deleting it again is 404; registering it again gives it the same id.
         */
        readonly post: operations["deleteAction"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/actions/commands/complete-action": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Report the outcome of a delivered action
         * @description For the game or program that performs actions: `deliveryId` is that of the WebSocket message `action`. The history item shows the outcome with its time and reason; until it is reported, the action stays `open` there. Reporting the same outcome again succeeds and changes nothing; a different outcome is refused.
         */
        readonly post: operations["completeAction"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/config/commands/delete-config": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Delete a configuration record
         * @description Its name and its first name become free. Deleting the record `paymentpage` deletes the chosen gateway too; without the record `overlay`, overlays have their usual look at once. Deleting a record again is 404.
         */
        readonly post: operations["deleteConfig"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/news": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The caller's own and the global news
         * @description Newest first; sortable by `date` and `title`.
         */
        readonly get: operations["listNews"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/news/commands/change-news": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Change a news entry
         * @description The entry is the caller's own, or a global one if the caller is an administrator (group `admin`). Absent members keep their value, an empty `demoUrl` removes the link, and the date stays. With `If-Match` the call fails with 412 if the entry has changed since its `ETag` (its `revision` in quotes) was read.
         */
        readonly post: operations["changeNews"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/news/commands/delete-news": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Delete a news entry
         * @description The entry is the caller's own, or a global one if the caller is an administrator (group `admin`). Deleting it again is 404.
         */
        readonly post: operations["deleteNews"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/payments": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The caller's payments
         * @description Newest first; sortable by `timestamp`, the instant of the first report of a payment. Test payments are not listed; `test=true` lists only them, for 1 day. Without a filter the total is exact; with `status` or `test`, see `totalIsExact`.
         */
        readonly get: operations["listPayments"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/payments/{id}/trace": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Show the effects of a payment
         * @description One timeline from the stored data: the verified webhook (that of the completion, once it has come), the history item, the goal that its alert carried (`name` is the title), if there was one, the alert with its level and sequence, each overlay that acknowledged it after it was shown, each bought action, when it was delivered and when the game completed it, each video. Steps that have not happened are listed too: `waiting` may still happen, `never` will not, and `reason` gives the cause: `texts_expected` is a payment of Stripe that waits for its session, for eight seconds at most, and `held` an alert that waits for `decide-alert`. An overlay keeps the times of its last eight acknowledgements; `at` of an earlier one is null. The trace of a check of the overlays has the steps `webhook` (stored), `check` (delivered) and one `overlay` for each, which is done when the overlay has answered. All times are those of the service’s own clock. `notes` say why other donations of the same gateway may not arrive.
         */
        readonly get: operations["tracePayment"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/payments/gateways": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The caller's gateway credentials
         * @description Oldest first; sortable by `gateway`, `type`, `enabled` and `id` (age). Secrets are never shown. `lastEvent` and `lastRefused` are written at most every minute, so each is the first of its kind in that time. `notes` say why donations may not arrive. A refused key is noted at most every hour, and an unreported payment where no webhook has come for 5 minutes.
         */
        readonly get: operations["listGateways"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/payments/commands/set-gateway": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Store a gateway credential
         * @description A new credential starts disabled; `togglegateway` enables it. With `id`, that credential is changed: an absent secret, token or settings keeps its value. A replaced secret is still accepted for 1 day, until `previousSecretUntil`, so that no webhook is lost while you change the gateway; with `keepPrevious: false` it becomes invalid at once. The gateway signs with the `secret`: for Standard Webhooks, `whsec_` and base64 of at least 24 bytes. The `secret` of Stripe, the `token` of YooKassa, and either of Ko-fi have at least 32 characters. PayPal takes the secret of an app as `token`, and `settings` with `clientId`, `webhookId`, and `sandbox: true` for an app of the sandbox; without `clientId` it is a bridge, as `manual`. A `token` of Stripe, YooKassa or PayPal is tried there first: with a Checkout session that ends at once, `GET /me`, or an access token. One that the gateway refuses is 400 `credential_refused`, and nothing is stored. Where the gateway cannot be asked, the key is stored as `unchecked`. Settings without a key are tried with the stored key. A key that Stripe or PayPal takes then registers the webhook there, if it has the right: the `secret` of Stripe and the `webhookId` of PayPal need not be given. One that its owner has typed is never replaced. `webhook` of `GET /payments/gateways` says what became of it.
         */
        readonly post: operations["setGateway"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/payments/commands/rotate-webhook-url": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Replace the webhook address of a gateway credential
         * @description For an address that has leaked. The previous address is accepted for 1 day, until `previousUrlUntil`, so that no webhook is lost while you change the gateway; with `keepPrevious: false` it is refused at once. Older addresses are always refused. The secret stays the same. A webhook that `set-gateway` has registered at Stripe or PayPal moves to the new address at once, if the stored key still has the right; `webhook` of `GET /payments/gateways` says what became of it.
         */
        readonly post: operations["rotateWebhookUrl"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/payments/commands/delete-gateway": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Delete a gateway credential
         * @description Its secrets are deleted, and its webhook address answers like an unknown one. Its payments stay. A webhook that `set-gateway` has registered at Stripe or PayPal is removed there, if the key still has the right; one that you have made stays.
         */
        readonly post: operations["deleteGateway"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/payments/webhooks/{recipientId}/{gatewayId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Receive a webhook of a payment gateway
         * @description The gateway of a credential sends its webhooks here. They are recorded even if the credential is disabled, because money was paid. Stripe, Ko-fi, YooKassa and PayPal (with `settings.clientId`) send their own formats; every other gateway, such as `manual`, sends Standard Webhooks 1.0 with `{type, timestamp, data}`, where `type` is `payment.completed`, `payment.failed`, `payment.refunded`, `payment.refund.failed`, `payment.disputed` or `payment.dispute.won` (`payment.refund.failed` and `payment.dispute.won` bring the money back), and `data` is `{gatewayId, amount, nickname?, message?, method?, goal?, attachments?, actions?, auction?, system?, part?, refundId?, disputeId?, test?}`. `part` is the amount that a refund or a dispute takes back, the whole one if absent: parts are added up by `refundId` and `disputeId` (refunds of a `part` without an id by their messages), and the payment is withdrawn when they reach its amount. Events may arrive in any order and more than once; an unknown type is acknowledged. Every genuine message with a payment and its amount is accepted: texts that are too long are cut, surplus or invalid members are left out, and `omitted` of the payment names both. A currency is 3 to 12 Latin letters or digits and is stored in capitals; one that is not in ISO 4217 has the digits of `minor` as `amount.exponent` (2 if absent). Anything else becomes `XXX`, with `currency` in `omitted`, and an `exponent` that contradicts ISO 4217 is ignored and named there. A key that occurs twice in one object is refused in Standard Webhooks; in a gateway’s own format it is refused if it decides the payment, status or amount, and else it is named in `omitted`. A test (`test: true`) is a separate payment beside a genuine one of the same `gatewayId`.
         */
        readonly post: operations["receiveWebhook"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/platforms/webhooks/{platform}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Receive an event of a streaming platform
         * @description Stream started and stream ended, from `twitch` (EventSub), `kick` or `manual` (Standard Webhooks 1.0, for any bot); follows, subscriptions, gifts, cheers and raids from `twitch` and `kick`, which become history items, and alerts where the configuration record `alerts` does not say otherwise (`events`). Each is verified over its raw bytes: Twitch by the secret that the service gave it with the subscription, Kick by its public key, `manual` by the deployment’s own secret. A repeated message takes effect once. An end that names a stream, or the start of one, ends that stream alone. Ends are final after 2 minutes, unless the deployment says otherwise; a start of the same stream that was sent after its end takes the end back. An event of an account that no recipient has linked, or whose link is disabled, is acknowledged without an effect, because platforms end subscriptions whose events are refused; a challenge for such an account is refused. The payload of `manual` is `{type, timestamp, data: {recipientId, streamId, title?}}`, where `type` is the name of a trigger: `STREAM_STARTED`, `STREAM_ENDED`, or any other that announcers wait for.
         */
        readonly post: operations["receivePlatformWebhook"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/platforms/sources": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Whether events of the caller's linked accounts arrive
         * @description One entry for each linked account, newest first; sortable by `linkedAt`, `system`, `subscription` and `enabled`. The service subscribes to the events of Kick and Twitch accounts when they are linked and unsubscribes when they are unlinked; every day it restores subscriptions that a platform has dropped. `subscription` is `pending` until the platform has confirmed it; `active`; `failed` or `revoked` by the platform, with the reason in `lastError`, which is null again when the trouble is over; or `polled`: a VK Video Live account is asked every minute, and a donation service as `link-source` describes: it is `failed` if the last request failed, with the reason in `lastError`, and disabled if the service refuses the token. `lastAskedAt` is its last answer, to within ten minutes. `lastEvent` is the start or end of a stream that changed the channel’s state last, within 30 days. Events of a disabled account have no effect. `missingScopes` are those of `GET /recipients/platforms` that the link lacks: follows, subscriptions, gifts or cheers that need them do not arrive until the account is linked again with them.
         */
        readonly get: operations["listSources"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sources/commands/link-source": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Link an account of a donation service, to import its new donations
         * @description The `credential` is an authorization code of DonationAlerts or Streamlabs (`GET /recipients/platforms` has the address to sign in), or the JWT of a StreamElements channel. It is stored encrypted and never returned. From then on each new donation becomes a history item, with an alert if it was made after the link and is at most 1 day old; it counts for totals and goals. The donation service is asked every minute while the recipient is on air, otherwise every hour. A recipient is on air while one of its overlays is connected, or while a stream of a linked channel is known to be on. An item that was imported before is not added again. Import donations that were made more than 1 day before the first link. `GET /platforms/sources` shows the state; `unlink-token` ends the link, and `toggle-token` interrupts it. Linking again renews it. A code works once: repeat a request only with its `Idempotency-Key`.
         */
        readonly post: operations["linkSource"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/recipients/commands/link-twitch": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Link a Twitch account by its authorization code
         * @description Works like `link-kick`: one token record for each account, which linking again renews and enables; a code works once, so repeat a request only with its `Idempotency-Key`. Streams and raids need no scope; follows, subscriptions, gifts and cheers need the scopes of `GET /recipients/platforms`. Twitch has no PKCE, so a `codeVerifier` is refused. Events of the account arrive as soon as Twitch has confirmed the subscription.
         */
        readonly post: operations["linkTwitch"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/recipients/commands/link-vklive": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Link a VK Video Live account by its authorization code
         * @description As for a Kick account: one token record for each account, which linking again renews and enables; a code works once, so repeat a request only with its `Idempotency-Key`. It is the same linking as `getVkLiveToken`, without the access token in the answer. VK Video Live has no PKCE, so a `codeVerifier` is refused.
         */
        readonly post: operations["linkVkLive"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/recipients/platforms": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The platforms and donation services whose accounts can be linked, and where to sign in
         * @description The same for every caller. A front end opens `authorizeUrl` with a `state` of its own, with `code_challenge` and `code_challenge_method` too where `codeChallengeMethod` is not null, and sends the code that comes to `redirectUri` to `linkPath`, for a donation service as `credential` with the name `platform` as `service`. `scopes` are those that all events of the platform need; an account that has granted fewer is linked too, without the events of the missing scopes. An address may ask for more. A platform is `configured` when the deployer has stored its client, which takes effect within a minute.
         */
        readonly get: operations["listPlatforms"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/recipients/tokens": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The caller's linked accounts, without their secrets
         * @description Newest first; sortable by `createdAt`, `updatedAt`, `system` and `enabled`. `scopes` are those that the platform granted when the account was linked; empty if it names none.
         */
        readonly get: operations["listTokens"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/recipients/tokens/unlink-token": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Remove the link of an account
         * @description Events of the account no longer have an effect, and any recipient who can sign in to it may link it. The tokens are deleted at once and revoked at the platform a moment later; if the platform cannot be reached, this is tried again for an hour. If the account is linked again by then, the tokens are not revoked, because some platforms would end the new link with them. Donation services cannot revoke tokens: theirs are only deleted.
         */
        readonly post: operations["unlinkToken"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/recipients/commands/export-data": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Export all data of the caller
         * @description Returns at once; `GET /recipients/exports/{exportId}` reports when the file is ready. The file has JSON Lines `{"resource", "data"}`, resource after resource: `announcers`, `actions`, `configs`, `news` of the caller, `history` with deleted items, `alerts`, `payments`, `endpoints`, `gateways`, `videos`, `playlists`, `tokens`, `chats` and `overlays`, each as in its list, `members` with the memberships of the caller, `uploads` without their files, and `recipients` with the goals; the first line names the format. The `data` of `history` is accepted by `POST /history/commands/add-items`, that of `actions`, `announcers`, `playlists` and `news` by the commands that add them, and that of `configs`, without its `id`, by `PUT /config`; so the lists can be made in another deployment. Secrets, tokens and tests are not exported.
         */
        readonly post: operations["exportData"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/recipients/exports/{exportId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The state of an export, and the link to its file
         * @description The link is valid for 15 minutes; every call gives a new one while the file is kept (7 days). `items` counts up while the export is running. `bytes` and `sha256` are those of the file.
         */
        readonly get: operations["getExport"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/recipients/commands/erase-data": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Erase all data of the caller
         * @description Returns at once; `GET /recipients/erasures/{erasureId}` reports when it is done. A second request while an erasure runs returns the same `erasureId`. Every item of the caller is deleted for good, prints, exports and published global news included: this cannot be undone. Until it is done, new items that count against a cap are refused with 409 `erasure_in_progress`; other writes of that minute are accepted and erased too. From then on webhooks, events and overlays of the caller are refused, and others can link the chats and accounts. Linked accounts are revoked at their platforms as by `unlink-token`. These stay: the account at the issuer of access tokens, the use of rates for at most a day, the receipt for 365 days, and lines of the log, which name the caller by `recipientId`, while the deployment keeps its logs (30 days by default).
         */
        readonly post: operations["eraseData"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/recipients/erasures/{erasureId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The state of an erasure, and its receipt
         * @description `items` counts the items deleted so far; items that an interrupted attempt deleted may be missing from it. The receipt is kept for 365 days and names nobody: only the caller for whom it was made can read it.
         */
        readonly get: operations["getErasure"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/otp/create": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Deposit a refresh token for a one-time code
         * @description The code is for a device that cannot sign in by itself. It is valid for 10 minutes and works once. The answer holds a secret, so an `Idempotency-Key` is ignored: a repeated request makes a new code.
         */
        readonly post: operations["createOneTimeCode"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/media": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The caller's videos
         * @description Newest first; sortable by `id` (the age of the request). With `status=ready` and `sort=id,asc` it is the queue of videos to play, oldest first. `prepared` videos wait for their title, `handled` ones were played, marked, skipped or taken back with their payment. `totalIsExact` tells whether the total is exact. Videos of test payments have `test: true`.
         */
        readonly get: operations["listVideos"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/media/commands/mark-video": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Mark a video as listened
         * @description The video becomes `handled`, whatever its status was; a video that is still prepared is then not played. Marking it again changes nothing.
         */
        readonly post: operations["markVideo"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/media/commands/skip-video": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Skip a video
         * @description The video becomes `handled`, and the message `skip` goes to every listener of the WebSocket API, so that a player ends it or drops it. A video that is still prepared is never announced. A handled video, which may still be playing, can be skipped too. Skipping it again changes nothing.
         */
        readonly post: operations["skipVideo"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/playlists/commands/create-playlist": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Create a playlist
         * @description At most 500 items, which together take at most 56 KiB as they are escaped in an answer. Two playlists may have the same title.
         */
        readonly post: operations["createPlaylist"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/playlists/commands/change-playlist": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Rename a playlist, or change its items
         * @description `items` replaces all of them, within the limits of a new playlist; absent members keep their value. With `If-Match` the call fails with 412 if the playlist has changed since its `ETag` (its `revision` in quotes) was read.
         */
        readonly post: operations["changePlaylist"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/playlists/commands/delete-playlist": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Delete a playlist
         * @description The playlist is deleted for good, with its items. Deleting it again is 404.
         */
        readonly post: operations["deletePlaylist"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/donors/{recipientId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The data of a recipient for a donor page
         * @description For pages on which donors give. It is public once the configuration record `paymentpage` has `value.donorPage` with `enabled: true`, and 404 before. `least` has one amount for each accepted currency. `actions` are those for sale, at most 200 and 30 KB of them; where there are more, `next` links of the header `Link` lead to answers that are the same otherwise. An action that has more than 30 KB is left out. `gateway` is the one at which a payment is begun, null while none is ready: the enabled credential of the type `fiat`, of Stripe, YooKassa or PayPal, with its `token`. `agreement` is the gateway whose legal offer `change-agreement` chose, and `terms` the address of the terms of whoever takes the money. Anybody may keep the answer as long as its `Cache-Control` says.
         */
        readonly get: operations["getDonorPage"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/donors/{recipientId}/payments": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Begin a donation at the payment gateway of a recipient
         * @description Makes a Checkout session of Stripe, a payment of YooKassa or an order of PayPal, and answers the page on which the donor pays. The gateway sends the donor back to the address that the recipient has configured. The amount has to reach the least one of its currency and the prices of the chosen actions, and has at most eight digits before the point. A payment that the gateway refuses for what it holds is 400. A repetition with the same `requestId` and the same content is the same payment, as long as the gateway remembers the request. The donation appears when the gateway reports it, as any other. Rates: of a recipient, and of an IP address with a recipient.
         */
        readonly post: operations["beginPayment"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/donors/payments/{token}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The state of a donation
         * @description A payment of PayPal that its donor has approved is taken by the question, or by its webhook before. `open`: not paid yet; `expired`: it can no longer be paid; `paid`: the gateway has the money, and its report is on the way; then `completed`, or `refunded`, `disputed` or `failed`. `paymentId` is the donor’s receipt number, by which the recipient traces the donation; null until the gateway has taken it. The answer does not name the donor.
         */
        readonly get: operations["getDonorPayment"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/donate/{recipientId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The page on which a donor gives
         * @description It needs no account and stores no cookie. It shows the answer of `GET /donors/{recipientId}`, except the picture, whose host would learn of the donor, and goals in currencies that are not accepted, and leads to the gateway and back. `faceUpload` of a `DonorPage` is an uploaded picture of at most 20,000 bytes, which the page has in itself; a larger one is not shown. The page takes at most 12 KB on the wire without it, and 33 KB with it. It uses the language of the query, or else of the browser. A deployment with the setting `donationPage=false` has no such page.
         */
        readonly get: operations["getDonationPage"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/endpoints/commands/set-endpoint": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Store an address for webhooks
         * @description The service sends it a webhook of each event of the `types`, by `POST`, in the format of Standard Webhooks 1.0: `{type, timestamp, data}`, signed with the endpoint’s secret in `webhook-id`, `webhook-timestamp` and `webhook-signature`. `data` is the payment for `payment.…` (as in `GET /payments/{id}`; `payment.refunded` comes for a part too; with `held: true` while its alert is held), the alert for `alert.shown` (as in `GET /alerts`, when the first overlay has acknowledged it), `{historyItemId, paymentId, shown}` for `alert.decided`, and `{channel, sessionId}` for `stream.started` and `stream.ended`. An end is told when it is final, 2 minutes after its report unless the deployment says otherwise; `stream.started` with `resumed: true` says that the stream goes on after all. Answer with any 2xx within 5 seconds; the body is not read, and redirects are not followed. A webhook may come twice, with the same `webhook-id`, and webhooks come in no particular order. Otherwise it is sent again, up to 7 times within 1 day; an endpoint that fails is paused for 30 seconds to 15 minutes at a time, and it is disabled, with the reason, when a webhook was refused for 1 day and none was accepted meanwhile, or when it answers 410. The address is `https` and leads to public IP addresses alone. Without `id`, a new endpoint is made, and `secret` of the answer is shown only now. With `id`, that endpoint gets the address and types, and is enabled again unless `enabled` is false; its secret stays.
         */
        readonly post: operations["setEndpoint"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/endpoints": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The caller's addresses for webhooks
         * @description Oldest first; sortable by `url`, `enabled` and `id` (age). Secrets are never shown.
         */
        readonly get: operations["listEndpoints"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/endpoints/commands/rotate-secret": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Replace the secret of an endpoint
         * @description Both secrets sign each webhook for 1 day, until `previousSecretUntil`, so that no webhook is refused while you change the receiver; with `keepPrevious: false` only the new secret does. The answer holds a secret, so an `Idempotency-Key` is ignored.
         */
        readonly post: operations["rotateEndpointSecret"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/endpoints/commands/delete-endpoint": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Delete an address for webhooks
         * @description Its secret is deleted, and webhooks that wait are not sent.
         */
        readonly post: operations["deleteEndpoint"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/endpoints/commands/test-endpoint": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Send a test to an endpoint
         * @description Sends a webhook of the type `endpoint.test`, with `{endpointId}` as `data`, even while the endpoint is paused.
         */
        readonly post: operations["testEndpoint"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/endpoints/{id}/messages": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The last webhooks of an endpoint
         * @description The last hundred webhooks of the last seven days. Newest first; sortable by `createdAt`, `type`, `state` and `id` (age).
         */
        readonly get: operations["listEndpointMessages"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/endpoints/commands/resend-message": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Send a webhook again
         * @description Also one that was accepted or given up. It has the same `webhook-id` and body, and uses the present secret and address. It is sent even while the endpoint is paused, and retried for 1 day.
         */
        readonly post: operations["resendEndpointMessage"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/members/commands/invite": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Invite somebody to act for the caller
         * @description Give `url` to one person: it leads to the panel, where whoever signs in can accept, once, within 7 days. `ownerName` and role are shown before. A `moderator` sees alerts and history, approves, hides, skips and repeats alerts, and pauses and mutes the show. An `editor` may also change looks, levels, announcers, actions, goals, videos, playlists and news. Gateways, linked accounts, tokens, endpoints, one-time codes, exports, erasures and members stay the owner’s. `x-least-role` of each operation says who may call it. Members and open invitations take 20 places together. The answer holds a secret, so an `Idempotency-Key` is ignored.
         */
        readonly post: operations["inviteMember"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/members/commands/read-invitation": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * What an invitation grants, before it is accepted
         * @description For the page that an invitation leads to, before anybody has signed in. Where `selfSignUp` is false, nobody can sign up without help: whoever operates the deployment, or its issuer of access tokens, creates accounts. Unknown, accepted, withdrawn, expired and malformed invitations get the same answer.
         */
        readonly post: operations["readInvitation"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/members/commands/accept-invitation": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Accept an invitation
         * @description From then on the caller acts for the owner by sending `X-Recipient` with `ownerId`. The owner sees `name`. Who is a member already gets the role of the invitation. An invitation works once, and not for its owner (403).
         */
        readonly post: operations["acceptInvitation"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/members": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The members of the caller, its open invitations, and its memberships
         * @description `members` may act for the caller, and `memberships` are those for whom the caller may act. An invitation is listed until it is accepted, withdrawn or expired; its link is shown only when it is made.
         */
        readonly get: operations["getMembers"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/members/commands/change": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Give a member another role
         * @description It holds from the member’s next request on.
         */
        readonly post: operations["changeMember"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/members/commands/remove": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Remove a member, withdraw an invitation, or leave
         * @description With `memberId` the caller removes one of its members, with `invitationId` it withdraws an open invitation, and with `owner`, an `ownerId`, it ends its own membership. It holds at once: the member’s next request is refused, and its pages are disconnected.
         */
        readonly post: operations["removeMember"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/uploads/commands/begin": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Begin to upload a picture or a sound
         * @description Send the file by `PUT` to `url` within 10 minutes, without further headers: exactly as many bytes as `bytes` says. Then call `check`; nobody sees the file before. A file has at most 2 MB. The upload takes its place from now on. One that was not checked within a day gives it back.
         */
        readonly post: operations["beginUpload"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/uploads/commands/check": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Check an uploaded file, which makes it visible
         * @description The first bytes decide what a file is: PNG, JPEG, GIF and WebP are pictures, MP3, OGG and WAV are sounds. Anything else is deleted, and the upload is `refused`: `unknown_type`, `other_kind` (a sound in place of a picture, or the reverse) or `other_size`. A repetition gets the same answer. 404 also while the file has not arrived.
         */
        readonly post: operations["checkUpload"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/uploads": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The pictures and sounds of the caller
         * @description Oldest first. `url` is a link for 1 hour; every call gives a new one. `imageUpload` and `soundUpload` of a look or a level are an `id`: overlays get a link in its place. One that is `pending` or `refused` is listed for a day.
         */
        readonly get: operations["getUploads"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/uploads/commands/delete": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Delete a picture or a sound
         * @description Every link to it ends. Looks and levels that name it are shown without it.
         */
        readonly post: operations["deleteUpload"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/health": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Whether the service answers
         * @description Shows that gateway and functions work. It names the version and the commit that are deployed, where the deployment knows them. It reads no store, so a monitor costs next to nothing.
         */
        readonly get: operations["getHealth"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/openapi.json": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * This document
         * @description The OpenAPI 3.1 document of the version that runs here. With the setting `messengerAlias` it also has the paths under that name; the id of each of those operations ends in `Alias`.
         */
        readonly get: operations["getOpenApi"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/panel": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The page on which a streamer signs in and manages the service
         * @description It signs in at the issuer by the authorization code flow with PKCE, and uses only this API. It uses the language of the query, or else of the browser. A deployment with the setting `panel=false` has no such page.
         */
        readonly get: operations["getPanel"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/panel/parts/{part}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * A script that the panel loads when it needs it
         * @description The panel has the name of its part, which changes with the script, so the answer may be cached for ever. The part reads files of other services, as `npm run import` does.
         */
        readonly get: operations["getPanelPart"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        readonly AcceptInvitationRequest: {
            readonly invitation: string;
            readonly name: string;
        };
        readonly AccountAlreadyLinkedOrLimitReachedOrErasureInProgressProblem: components["schemas"]["Problem"] & {
            /** @enum {integer} */
            readonly status: 409;
            /** @enum {string} */
            readonly code: "account_already_linked" | "limit_reached" | "erasure_in_progress";
        };
        readonly AccountAlreadyLinkedOrRequestInProgressOrLimitReachedOrErasureInProgressProblem: components["schemas"]["Problem"] & {
            /** @enum {integer} */
            readonly status: 409;
            /** @enum {string} */
            readonly code: "account_already_linked" | "request_in_progress" | "limit_reached" | "erasure_in_progress";
        };
        readonly Action: {
            readonly id: string;
            readonly name: string;
            readonly price: components["schemas"]["Money"];
            readonly category: string;
            readonly game: string;
            readonly enabled: boolean;
            readonly payload: {
                readonly [key: string]: unknown;
            };
            readonly registeredAt: string;
            readonly parameters: readonly {
                readonly name: string;
                readonly displayName: string;
                readonly type: string;
            }[];
        };
        readonly ActionCompletedProblem: components["schemas"]["Problem"] & {
            /** @enum {integer} */
            readonly status: 409;
            /** @enum {string} */
            readonly code: "action_completed";
        };
        readonly ActionPage: {
            readonly content: readonly components["schemas"]["Action"][];
            readonly pageable: components["schemas"]["Pageable"];
            readonly pageNumber: number;
            readonly offset: number;
            readonly size: number;
            readonly empty: boolean;
            readonly numberOfElements: number;
            readonly totalSize: number;
            /** @description the number of pages that can be requested by number */
            readonly totalPages: number;
            /** @description false if an exact count would have to read more than 1,000 items: `totalSize` is then the number counted so far, and a short page may have a `next` link. An empty page has one only after 3,000 items, or 12 MB, were read */
            readonly totalIsExact: boolean;
        };
        readonly Actor: {
            readonly memberId: string;
            readonly name: string;
        };
        readonly AddActionsAnswer: {
            readonly success: boolean;
            readonly message: string;
            readonly action: components["schemas"]["RegisteredAction"];
            readonly actions: readonly components["schemas"]["RegisteredAction"][];
        };
        readonly AddActionsRequest: {
            readonly actions: readonly {
                readonly name: string;
                /** @default  */
                readonly category?: string | null;
                /** @default  */
                readonly game?: string | null;
                readonly price: components["schemas"]["MoneyInput"];
                /** @description Empty when absent. */
                readonly payload?: {
                    readonly [key: string]: unknown;
                } | null;
                /** @default [] */
                readonly parameters?: readonly {
                    readonly name: string;
                    /** @default  */
                    readonly displayName?: string | null;
                    /** @default string */
                    readonly type?: string | null;
                }[] | null;
            }[];
        };
        readonly AddAnnouncerRequest: {
            readonly text: string;
            readonly accountId: string;
            readonly chatId: number;
            /** @default [] */
            readonly buttons?: readonly {
                /** @default  */
                readonly text?: string | null;
                /**
                 * @description the address of a web page or a tg URL without user info, with a dot in its host; without a scheme it is posted with `https://`
                 * @default
                 */
                readonly url?: string | null;
            }[] | null;
            readonly trigger?: string | null;
            readonly announcerType?: ("ANNOUNCE_STREAM_AND_DELETE" | "ANNOUNCE_STREAM" | "announceAndDelete") | null;
            readonly type?: ("ANNOUNCE_STREAM_AND_DELETE" | "ANNOUNCE_STREAM" | "announceAndDelete") | null;
        };
        readonly AddHistoryItemsAnswer: {
            readonly added: readonly {
                readonly id: string;
                readonly system: string;
                readonly originId: string;
            }[];
            readonly skipped: readonly {
                readonly id: string;
                readonly system: string;
                readonly originId: string;
            }[];
        };
        readonly AddHistoryItemsRequest: {
            readonly items: readonly {
                readonly system: string;
                readonly event: string;
                readonly originId: string;
                /** Format: date-time */
                readonly timestamp: string;
                readonly nickname?: string | null;
                readonly message?: string | null;
                readonly amount?: components["schemas"]["MoneyInput"] | null;
                /** @default [] */
                readonly attachments?: readonly string[] | null;
                readonly actions?: readonly {
                    readonly id?: string | null;
                    readonly actionId: string;
                    readonly name?: string | null;
                    /** @description Empty when absent. */
                    readonly parameters?: {
                        readonly [key: string]: unknown;
                    } | null;
                    readonly undelivered?: ("unknown_action" | "action_disabled" | "invalid_parameters" | "too_large" | "other_currency" | "amount_too_low" | "held") | null;
                    readonly completion?: {
                        /** @enum {string} */
                        readonly state: "open" | "done" | "failed";
                        /** Format: date-time */
                        readonly at?: string | null;
                        readonly reason?: string | null;
                    } | null;
                }[] | null;
                readonly levelName?: string | null;
                readonly count?: number | null;
                readonly refunded?: components["schemas"]["MoneyInput"] | null;
                /** @default [] */
                readonly goals?: readonly string[] | null;
                /** @default false */
                readonly deleted?: boolean | null;
                /** @default false */
                readonly triggerAlert?: boolean | null;
            }[];
        };
        readonly AddNewsRequest: {
            readonly title: string;
            readonly description: string;
            /** @default false */
            readonly global?: boolean | null;
            /**
             * @description any text without control characters, answered as it was sent; a scheme other than http and https is refused
             * @default
             */
            readonly demoUrl?: string | null;
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
        readonly AlertDecidedOrLimitReachedProblem: components["schemas"]["Problem"] & {
            /** @enum {integer} */
            readonly status: 409;
            /** @enum {string} */
            readonly code: "alert_decided" | "limit_reached";
        };
        readonly AlertPage: {
            readonly content: readonly components["schemas"]["ListedAlert"][];
            readonly pageable: components["schemas"]["Pageable"];
            readonly pageNumber: number;
            readonly offset: number;
            readonly size: number;
            readonly empty: boolean;
            readonly numberOfElements: number;
            readonly totalSize: number;
            /** @description the number of pages that can be requested by number */
            readonly totalPages: number;
            /** @description false if an exact count would have to read more than 1,000 items: `totalSize` is then the number counted so far, and a short page may have a `next` link. An empty page has one only after 3,000 items, or 12 MB, were read */
            readonly totalIsExact: boolean;
        };
        readonly Announcer: {
            readonly id: string;
            readonly recipientId: string;
            readonly accountId: string;
            readonly chatId: number;
            readonly text: string;
            readonly buttons: readonly {
                readonly text: string;
                readonly url: string;
            }[];
            readonly enabled: boolean;
            /** @enum {string} */
            readonly announcerType: "ANNOUNCE_STREAM_AND_DELETE" | "ANNOUNCE_STREAM";
            /** Format: date-time */
            readonly disabledAt?: string;
            readonly disabledReason?: string;
            readonly blockedReason?: string;
        };
        readonly AnnouncerDetails: {
            readonly id: string;
            readonly recipientId: string;
            readonly accountId: string;
            readonly chatId: number;
            readonly text: string;
            readonly buttons: readonly {
                readonly text: string;
                readonly url: string;
            }[];
            readonly enabled: boolean;
            /** @enum {string} */
            readonly announcerType: "ANNOUNCE_STREAM_AND_DELETE" | "ANNOUNCE_STREAM";
            /** Format: date-time */
            readonly disabledAt?: string;
            readonly disabledReason?: string;
            readonly blockedReason?: string;
            readonly trigger: string;
            readonly lastAnnouncement: {
                /** Format: date-time */
                readonly at: string;
                readonly trigger: string;
                readonly test: boolean;
                /** @enum {string} */
                readonly outcome: "posted" | "deleted" | "cancelled" | "refused" | "givenUp" | "dropped" | "unconfirmed";
                readonly reason?: string;
            } | null;
        };
        readonly BeginPaymentAnswer: {
            readonly token: string;
            readonly url: string;
        };
        readonly BeginPaymentRequest: {
            readonly requestId: string;
            readonly amount: components["schemas"]["MoneyInput"];
            readonly nickname?: string | null;
            readonly message?: string | null;
            readonly goal?: string | null;
            /** @default [] */
            readonly attachments?: readonly string[] | null;
            /** @default [] */
            readonly actions?: readonly {
                readonly actionId: string;
                /** @description Empty when absent. */
                readonly parameters?: {
                    readonly [key: string]: unknown;
                } | null;
            }[] | null;
        };
        readonly BeginUploadAnswer: {
            readonly id: string;
            readonly url: string;
            /** Format: date-time */
            readonly expiresAt: string;
        };
        readonly BeginUploadRequest: {
            readonly name: string;
            /** @enum {string} */
            readonly kind: "image" | "sound";
            readonly bytes: number;
        };
        readonly Bot: {
            readonly accountId: string;
            /** @enum {string} */
            readonly messenger: "telegram" | "max";
        };
        readonly ChangeAgreementAnswer: {
            readonly gateway: string;
        };
        readonly ChangeAgreementRequest: {
            readonly gateway: string;
        };
        readonly ChangeMemberRequest: {
            readonly memberId: string;
            /** @enum {string} */
            readonly role: "moderator" | "editor";
        };
        readonly ChangeNewsRequest: {
            readonly id: string;
            readonly title?: string | null;
            readonly description?: string | null;
            /** @description any text without control characters, answered as it was sent; a scheme other than http and https is refused */
            readonly demoUrl?: string | null;
        };
        readonly ChangePlaylistRequest: {
            readonly id: string;
            readonly title?: string | null;
            readonly items?: readonly {
                readonly title: string;
                /** @description any text without control characters, answered as it was sent; a scheme other than http and https is refused */
                readonly src: string;
            }[] | null;
        };
        readonly Chat: {
            readonly id: string;
            readonly accountId: string;
            readonly chatId: number;
            readonly title: string;
            readonly linkedAt: string | null;
            readonly lostAt: string | null;
            readonly lostReason: ("linked_by_another" | "unlinked_in_chat") | null;
        };
        readonly ChatAlreadyLinkedOrLimitReachedProblem: components["schemas"]["Problem"] & {
            /** @enum {integer} */
            readonly status: 409;
            /** @enum {string} */
            readonly code: "chat_already_linked" | "limit_reached";
        };
        readonly ChatCode: {
            readonly code: string;
            readonly command: string;
            readonly links: {
                readonly direct?: string;
                readonly group?: string;
            };
            /** Format: date-time */
            readonly expiresAt: string;
        };
        readonly ChatPage: {
            readonly content: readonly components["schemas"]["Chat"][];
            readonly pageable: components["schemas"]["Pageable"];
            readonly pageNumber: number;
            readonly offset: number;
            readonly size: number;
            readonly empty: boolean;
            readonly numberOfElements: number;
            readonly totalSize: number;
            /** @description the number of pages that can be requested by number */
            readonly totalPages: number;
            /** @description false if an exact count would have to read more than 1,000 items: `totalSize` is then the number counted so far, and a short page may have a `next` link. An empty page has one only after 3,000 items, or 12 MB, were read */
            readonly totalIsExact: boolean;
        };
        readonly CheckOverlaysAnswer: {
            readonly paymentId: string;
            /** Format: date-time */
            readonly startedAt: string;
        };
        readonly CheckOverlaysRequest: Record<string, never>;
        readonly CheckUploadRequest: {
            readonly id: string;
        };
        readonly CompleteActionAnswer: {
            readonly deliveryId: string;
            /** @enum {string} */
            readonly outcome: "done" | "failed";
            /** Format: date-time */
            readonly completedAt: string;
            readonly reason: string | null;
        };
        readonly CompleteActionRequest: {
            readonly deliveryId: string;
            /** @enum {string} */
            readonly outcome: "done" | "failed";
            readonly reason?: string | null;
        };
        readonly ConfigRecord: {
            readonly id: string;
            readonly name: string;
            readonly ownerId: string;
            readonly url: string;
            readonly value: {
                readonly [key: string]: unknown;
            };
            readonly actions: readonly {
                readonly id: string;
                readonly name: string;
                readonly price: components["schemas"]["Money"];
                readonly category: string;
                readonly game: string;
            }[];
            readonly revision: string;
        };
        readonly ConfigRecordPage: {
            readonly content: readonly components["schemas"]["ConfigRecord"][];
            readonly pageable: components["schemas"]["Pageable"];
            readonly pageNumber: number;
            readonly offset: number;
            readonly size: number;
            readonly empty: boolean;
            readonly numberOfElements: number;
            readonly totalSize: number;
            /** @description the number of pages that can be requested by number */
            readonly totalPages: number;
            /** @description false if an exact count would have to read more than 1,000 items: `totalSize` is then the number counted so far, and a short page may have a `next` link. An empty page has one only after 3,000 items, or 12 MB, were read */
            readonly totalIsExact: boolean;
        };
        readonly ControlShowAnswer: {
            readonly paused: boolean;
            readonly muted: boolean;
            readonly changedAt: string | null;
        };
        readonly ControlShowRequest: {
            /** @enum {string} */
            readonly command: "pause" | "resume" | "skip" | "clear" | "mute" | "unmute";
        };
        readonly CreateOneTimeCodeAnswer: {
            readonly otp: string;
            /** Format: date-time */
            readonly expiresAt: string;
        };
        readonly CreateOneTimeCodeRequest: {
            readonly refreshToken: string;
        };
        readonly CreatePlaylistRequest: {
            readonly title: string;
            /** @default [] */
            readonly items?: readonly {
                readonly title: string;
                /** @description any text without control characters, answered as it was sent; a scheme other than http and https is refused */
                readonly src: string;
            }[] | null;
        };
        readonly CreateTicketAnswer: {
            readonly overlayId: string;
            readonly ticket: string;
            readonly overlayUrl: string;
            readonly webSocketUrl: string;
            /** Format: date-time */
            readonly expiresAt: string;
        };
        readonly CreateTicketRequest: {
            readonly name?: string | null;
            readonly part?: ("alerts" | "goals" | "leaders") | null;
            readonly session?: boolean | null;
        };
        readonly CredentialIncompleteOrErasureInProgressProblem: components["schemas"]["Problem"] & {
            /** @enum {integer} */
            readonly status: 409;
            /** @enum {string} */
            readonly code: "credential_incomplete" | "erasure_in_progress";
        };
        readonly DecideAlertRequest: {
            readonly historyItemId: string;
            readonly show: boolean;
        };
        readonly DeleteActionRequest: {
            readonly id: string;
        };
        readonly DeleteConfigRequest: {
            readonly id: string;
        };
        readonly DeleteEndpointRequest: {
            readonly id: string;
        };
        readonly DeleteGatewayRequest: {
            readonly id: string;
        };
        readonly DeleteGoalRequest: {
            readonly currency: string;
        };
        readonly DeleteHistoryItemRequest: {
            readonly historyItemId: string;
        };
        readonly DeleteNewsRequest: {
            readonly id: string;
        };
        readonly DeletePlaylistRequest: {
            readonly id: string;
        };
        readonly DeletePrintRequest: {
            readonly printId: string;
        };
        readonly DeleteUploadRequest: {
            readonly id: string;
        };
        readonly Empty: Record<string, never>;
        readonly Endpoint: {
            readonly id: string;
            readonly url: string;
            readonly types: readonly ("payment.completed" | "payment.refunded" | "payment.disputed" | "payment.reinstated" | "alert.shown" | "alert.decided" | "stream.started" | "stream.ended")[];
            readonly enabled: boolean;
            readonly disabledReason: string | null;
            readonly disabledAt: string | null;
            readonly failingSince: string | null;
        };
        readonly EndpointMessage: {
            readonly id: string;
            readonly type: string;
            /** Format: date-time */
            readonly createdAt: string;
            /** @enum {string} */
            readonly state: "waiting" | "delivered" | "failed";
            readonly attempts: number;
            readonly attemptedAt: string | null;
            readonly status: number | null;
            readonly reason: string | null;
            readonly nextAttemptAt: string | null;
        };
        readonly EndpointMessagePage: {
            readonly content: readonly components["schemas"]["EndpointMessage"][];
            readonly pageable: components["schemas"]["Pageable"];
            readonly pageNumber: number;
            readonly offset: number;
            readonly size: number;
            readonly empty: boolean;
            readonly numberOfElements: number;
            readonly totalSize: number;
            /** @description the number of pages that can be requested by number */
            readonly totalPages: number;
            /** @description false if an exact count would have to read more than 1,000 items: `totalSize` is then the number counted so far, and a short page may have a `next` link. An empty page has one only after 3,000 items, or 12 MB, were read */
            readonly totalIsExact: boolean;
        };
        readonly EndpointPage: {
            readonly content: readonly components["schemas"]["Endpoint"][];
            readonly pageable: components["schemas"]["Pageable"];
            readonly pageNumber: number;
            readonly offset: number;
            readonly size: number;
            readonly empty: boolean;
            readonly numberOfElements: number;
            readonly totalSize: number;
            /** @description the number of pages that can be requested by number */
            readonly totalPages: number;
            /** @description false if an exact count would have to read more than 1,000 items: `totalSize` is then the number counted so far, and a short page may have a `next` link. An empty page has one only after 3,000 items, or 12 MB, were read */
            readonly totalIsExact: boolean;
        };
        readonly EraseDataAnswer: {
            readonly erasureId: string;
        };
        readonly EraseDataRequest: {
            /** @description `true` confirms the erasure */
            readonly confirm: boolean;
        };
        readonly Erasure: {
            readonly erasureId: string;
            /** @enum {string} */
            readonly status: "queued" | "running" | "done" | "failed";
            readonly items: number;
            /** Format: date-time */
            readonly createdAt: string;
            readonly finishedAt: string | null;
        };
        readonly ExchangeOneTimeCodeAnswer: {
            readonly refreshToken: string;
        };
        readonly ExchangeOneTimeCodeRequest: {
            /** @description the code; excludes the header `X-One-Time-Code` */
            readonly otp?: string | null;
        };
        readonly Export: {
            readonly exportId: string;
            /** @enum {string} */
            readonly status: "queued" | "running" | "ready" | "failed" | "expired";
            readonly items: number | null;
            readonly bytes: number | null;
            readonly sha256: string | null;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly expiresAt: string;
            readonly url: string | null;
        };
        readonly ExportDataAnswer: {
            readonly exportId: string;
        };
        readonly ExportDataRequest: Record<string, never>;
        readonly ExternalPlaylist: {
            readonly title: string | null;
            readonly items: readonly components["schemas"]["ExternalVideo"][] | null;
        };
        readonly ExternalVideo: {
            readonly id: string | null;
            readonly snippet: {
                readonly resourceId: {
                    readonly kind: string | null;
                    readonly videoId: string | null;
                } | null;
                readonly title: string | null;
                readonly thumbnails: {
                    readonly [key: string]: {
                        readonly url: string | null;
                        readonly width: string | null;
                        readonly height: string | null;
                    };
                } | null;
            } | null;
            readonly contentDetails: {
                readonly duration: string | null;
                readonly regionRestriction: {
                    readonly blocked: readonly string[] | null;
                } | null;
                readonly contentRating: {
                    readonly [key: string]: string;
                } | null;
            } | null;
            readonly statistics: {
                readonly viewCount: string | null;
            } | null;
        };
        readonly ForbiddenProblem: components["schemas"]["Problem"] & {
            /** @enum {integer} */
            readonly status: 403;
            /** @enum {string} */
            readonly code: "forbidden";
        };
        readonly Gateway: {
            readonly id: string;
            readonly gateway: string;
            /** @enum {string} */
            readonly type: "fiat" | "crypto";
            readonly enabled: boolean;
            readonly webhookUrl: string;
            readonly key: {
                /** @enum {string} */
                readonly state: "accepted" | "unchecked";
                readonly isMaster: boolean;
            } | null;
            readonly settings: {
                readonly [key: string]: unknown;
            };
            readonly missing: readonly ("secret" | "token" | "clientId" | "webhookId" | "shopId")[];
            readonly lastEvent: {
                /** Format: date-time */
                readonly at: string;
                readonly type: string;
                readonly unused?: string;
            } | null;
            readonly lastRefused: {
                /** Format: date-time */
                readonly at: string;
                readonly reason: string;
            } | null;
            readonly notes: readonly {
                readonly code: string;
                /** Format: date-time */
                readonly at?: string;
            }[];
            readonly webhook: {
                readonly state: string;
                readonly right?: string;
            };
        };
        /** @description The API gateway's own error, for requests that do not reach the service or get no answer from it. */
        readonly GatewayError: {
            readonly message: string;
        };
        readonly GatewayPage: {
            readonly content: readonly components["schemas"]["Gateway"][];
            readonly pageable: components["schemas"]["Pageable"];
            readonly pageNumber: number;
            readonly offset: number;
            readonly size: number;
            readonly empty: boolean;
            readonly numberOfElements: number;
            readonly totalSize: number;
            /** @description the number of pages that can be requested by number */
            readonly totalPages: number;
            /** @description false if an exact count would have to read more than 1,000 items: `totalSize` is then the number counted so far, and a short page may have a `next` link. An empty page has one only after 3,000 items, or 12 MB, were read */
            readonly totalIsExact: boolean;
        };
        readonly GetAccessTokenAnswer: {
            readonly token: string;
        };
        readonly GetAccessTokenRequest: {
            readonly tokenId: string;
        };
        readonly GetDonorPageAnswer: {
            readonly recipientId: string;
            readonly name: string;
            readonly picture: string | null;
            readonly channel: string | null;
            readonly terms: string | null;
            readonly least: readonly components["schemas"]["Money"][];
            readonly goals: readonly components["schemas"]["GoalState"][];
            readonly actions: readonly {
                readonly id: string;
                readonly name: string;
                readonly category: string;
                readonly game: string;
                readonly price: components["schemas"]["Money"];
                readonly parameters: readonly {
                    readonly name: string;
                    readonly displayName: string;
                    readonly type: string;
                }[];
            }[];
            readonly gateway: string | null;
            readonly agreement: string | null;
        };
        readonly GetDonorPaymentAnswer: {
            /** @enum {string} */
            readonly state: "open" | "expired" | "paid" | "completed" | "failed" | "refunded" | "disputed";
            readonly amount: components["schemas"]["Money"];
            readonly paymentId: string | null;
        };
        readonly GetHealthAnswer: {
            /** @constant */
            readonly status: "ok";
            readonly version?: string;
            readonly commit?: string;
        };
        readonly GetMembersAnswer: {
            readonly members: readonly components["schemas"]["Member"][];
            readonly invitations: readonly components["schemas"]["Invitation"][];
            readonly memberships: readonly components["schemas"]["Membership"][];
        };
        readonly GetOpenApiAnswer: {
            readonly [key: string]: unknown;
        };
        readonly GetShowAnswer: {
            readonly paused: boolean;
            readonly muted: boolean;
            readonly changedAt: string | null;
            readonly decidedBy?: components["schemas"]["Actor"] | null;
            readonly held: number | null;
            readonly moderationIsReadable: boolean;
            readonly waiting: number;
            readonly overlays: readonly {
                readonly overlayId: string;
                readonly name: string;
                readonly connected: boolean;
                readonly waiting: number;
            }[];
        };
        readonly GetUploadsAnswer: {
            readonly uploads: readonly components["schemas"]["LinkedUpload"][];
            readonly bytes: number;
        };
        readonly GetVkLiveTokenAnswer: {
            readonly attributes: {
                readonly conversionService: {
                    readonly [key: string]: unknown;
                };
                readonly empty: boolean;
            };
            readonly headers: {
                readonly conversionService: {
                    readonly [key: string]: unknown;
                };
                readonly empty: boolean;
                readonly keepAlive: boolean;
                readonly origin: string;
                readonly authorization: string;
                readonly contentType: string;
            };
            readonly body: {
                readonly id: string;
                readonly token: string;
                /** Format: date-time */
                readonly expiresAt: string;
            };
            readonly characterEncoding: string;
            readonly locale: string;
            readonly contentType: {
                readonly name: string;
                readonly type: string;
                readonly subtype: string;
                readonly extension: string;
                readonly quality: string;
                readonly version: string;
                readonly charset: string;
                readonly parametersMap: {
                    readonly [key: string]: unknown;
                };
                readonly parameters: {
                    readonly empty: boolean;
                };
                readonly qualityAsNumber: number;
                readonly textBased: boolean;
            };
            readonly bodyWriter?: {
                readonly blocking: boolean;
            };
            readonly contentLength?: number;
            /** @enum {string} */
            readonly status?: "CONTINUE" | "SWITCHING_PROTOCOLS" | "PROCESSING" | "EARLY_HINTS" | "OK" | "CREATED" | "ACCEPTED" | "NON_AUTHORITATIVE_INFORMATION" | "NO_CONTENT" | "RESET_CONTENT" | "PARTIAL_CONTENT" | "MULTI_STATUS" | "ALREADY_IMPORTED" | "IM_USED" | "MULTIPLE_CHOICES" | "MOVED_PERMANENTLY" | "FOUND" | "SEE_OTHER" | "NOT_MODIFIED" | "USE_PROXY" | "SWITCH_PROXY" | "TEMPORARY_REDIRECT" | "PERMANENT_REDIRECT" | "BAD_REQUEST" | "UNAUTHORIZED" | "PAYMENT_REQUIRED" | "FORBIDDEN" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "NOT_ACCEPTABLE" | "PROXY_AUTHENTICATION_REQUIRED" | "REQUEST_TIMEOUT" | "CONFLICT" | "GONE" | "LENGTH_REQUIRED" | "PRECONDITION_FAILED" | "REQUEST_ENTITY_TOO_LARGE" | "REQUEST_URI_TOO_LONG" | "UNSUPPORTED_MEDIA_TYPE" | "REQUESTED_RANGE_NOT_SATISFIABLE" | "EXPECTATION_FAILED" | "I_AM_A_TEAPOT" | "ENHANCE_YOUR_CALM" | "MISDIRECTED_REQUEST" | "UNPROCESSABLE_ENTITY" | "LOCKED" | "FAILED_DEPENDENCY" | "TOO_EARLY" | "UPGRADE_REQUIRED" | "PRECONDITION_REQUIRED" | "TOO_MANY_REQUESTS" | "REQUEST_HEADER_FIELDS_TOO_LARGE" | "NO_RESPONSE" | "BLOCKED_BY_WINDOWS_PARENTAL_CONTROLS" | "UNAVAILABLE_FOR_LEGAL_REASONS" | "REQUEST_HEADER_TOO_LARGE" | "INTERNAL_SERVER_ERROR" | "NOT_IMPLEMENTED" | "BAD_GATEWAY" | "SERVICE_UNAVAILABLE" | "GATEWAY_TIMEOUT" | "HTTP_VERSION_NOT_SUPPORTED" | "VARIANT_ALSO_NEGOTIATES" | "INSUFFICIENT_STORAGE" | "LOOP_DETECTED" | "BANDWIDTH_LIMIT_EXCEEDED" | "NOT_EXTENDED" | "NETWORK_AUTHENTICATION_REQUIRED" | "CONNECTION_TIMED_OUT";
            readonly cookies?: {
                readonly conversionService: {
                    readonly [key: string]: unknown;
                };
                readonly empty: boolean;
                readonly all: readonly {
                    readonly name: string;
                    readonly value: string;
                    readonly domain: string;
                    readonly path: string;
                    readonly httpOnly: boolean;
                    readonly secure: boolean;
                    readonly maxAge: number;
                    /** @enum {string} */
                    readonly sameSite: "Lax" | "Strict" | "None";
                }[];
            };
        };
        readonly GetVkLiveTokenRequest: {
            readonly authorizationCode: string;
            readonly codeVerifier?: string | null;
        };
        readonly GoalState: {
            readonly title: string;
            readonly target: components["schemas"]["Money"];
            readonly start: components["schemas"]["Money"];
            readonly reached: components["schemas"]["Money"];
            /** Format: date-time */
            readonly since: string;
        };
        readonly HistoryItem: {
            readonly id: string;
            readonly recipientId: string;
            readonly system: string;
            readonly event: string;
            readonly originId: string;
            /** Format: date-time */
            readonly timestamp: string;
            readonly nickname: string | null;
            readonly message: string | null;
            readonly amount: components["schemas"]["Money"] | null;
            readonly refunded: components["schemas"]["Money"] | null;
            readonly attachments: readonly string[];
            readonly goals: readonly string[];
            readonly actions: readonly {
                readonly id?: string;
                readonly actionId: string;
                readonly name?: string;
                readonly parameters: {
                    readonly [key: string]: unknown;
                };
                /** @enum {string} */
                readonly undelivered?: "unknown_action" | "action_disabled" | "invalid_parameters" | "too_large" | "other_currency" | "amount_too_low" | "held";
                readonly deliveryId?: string;
                readonly completion?: {
                    /** @enum {string} */
                    readonly state: "open" | "done" | "failed";
                    readonly at: string | null;
                    readonly reason: string | null;
                };
            }[];
            readonly levelName: string | null;
            readonly count: number | null;
            readonly deleted: boolean;
            readonly test: boolean;
            readonly metadata: {
                readonly paymentId?: string;
                readonly gateway?: string;
                readonly status?: string;
                readonly items?: readonly {
                    readonly code: string;
                    readonly variation?: string;
                    readonly quantity: number;
                }[];
                readonly videoIds?: readonly string[];
                readonly omitted?: readonly string[];
            } & {
                readonly [key: string]: unknown;
            };
        };
        readonly HistoryItemPage: {
            readonly content: readonly components["schemas"]["HistoryItem"][];
            readonly pageable: components["schemas"]["Pageable"];
            readonly pageNumber: number;
            readonly offset: number;
            readonly size: number;
            readonly empty: boolean;
            readonly numberOfElements: number;
            readonly totalSize: number;
            /** @description the number of pages that can be requested by number */
            readonly totalPages: number;
            /** @description false if an exact count would have to read more than 1,000 items: `totalSize` is then the number counted so far, and a short page may have a `next` link. An empty page has one only after 3,000 items, or 12 MB, were read */
            readonly totalIsExact: boolean;
        };
        readonly IdempotencyKeyReusedProblem: components["schemas"]["Problem"] & {
            /** @enum {integer} */
            readonly status: 422;
            /** @enum {string} */
            readonly code: "idempotency_key_reused";
        };
        readonly InternalErrorProblem: components["schemas"]["Problem"] & {
            /** @enum {integer} */
            readonly status: 500;
            /** @enum {string} */
            readonly code: "internal_error";
        };
        readonly InvalidRequestProblem: components["schemas"]["Problem"] & {
            /** @enum {integer} */
            readonly status: 400;
            /** @enum {string} */
            readonly code: "invalid_request";
        };
        readonly Invitation: {
            readonly invitationId: string;
            /** @enum {string} */
            readonly role: "moderator" | "editor";
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly expiresAt: string;
        };
        readonly InviteMemberAnswer: {
            readonly invitationId: string;
            /** @enum {string} */
            readonly role: "moderator" | "editor";
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly expiresAt: string;
            readonly invitation: string;
            readonly url: string;
        };
        readonly InviteMemberRequest: {
            /** @enum {string} */
            readonly role: "moderator" | "editor";
            readonly ownerName: string;
        };
        readonly Leader: {
            readonly place: number;
            readonly id: string;
            readonly nickname: string;
            readonly amount: components["schemas"]["Money"];
        };
        readonly LeaderPage: {
            /** @description false until this and further requests have counted the whole history */
            readonly isComplete: boolean;
            readonly content: readonly components["schemas"]["Leader"][];
            readonly pageable: components["schemas"]["Pageable"];
            readonly pageNumber: number;
            readonly offset: number;
            readonly size: number;
            readonly empty: boolean;
            readonly numberOfElements: number;
            readonly totalSize: number;
            /** @description the number of pages that can be requested by number */
            readonly totalPages: number;
            /** @description false if an exact count would have to read more than 1,000 items: `totalSize` is then the number counted so far, and a short page may have a `next` link. An empty page has one only after 3,000 items, or 12 MB, were read */
            readonly totalIsExact: boolean;
        };
        readonly LimitReachedOrErasureInProgressProblem: components["schemas"]["Problem"] & {
            /** @enum {integer} */
            readonly status: 409;
            /** @enum {string} */
            readonly code: "limit_reached" | "erasure_in_progress";
        };
        readonly LimitReachedProblem: components["schemas"]["Problem"] & {
            /** @enum {integer} */
            readonly status: 409;
            /** @enum {string} */
            readonly code: "limit_reached";
        };
        readonly LinkChatRequest: {
            readonly accountId?: string | null;
            readonly webhook?: string | null;
        };
        readonly LinkKickRequest: {
            readonly authorizationCode: string;
            readonly codeVerifier: string;
        };
        readonly LinkSourceRequest: {
            /** @enum {string} */
            readonly service: "donationAlerts" | "streamElements" | "streamlabs";
            readonly credential: string;
        };
        readonly LinkTwitchRequest: {
            readonly authorizationCode: string;
            readonly codeVerifier?: string | null;
        };
        readonly LinkVkLiveRequest: {
            readonly authorizationCode: string;
            readonly codeVerifier?: string | null;
        };
        readonly LinkedAccount: {
            readonly id: string;
            readonly system: string;
            readonly enabled: boolean;
            readonly account: {
                readonly id: string;
                readonly name: string;
            };
        };
        readonly LinkedUpload: {
            readonly id: string;
            readonly name: string;
            /** @enum {string} */
            readonly kind: "image" | "sound";
            readonly bytes: number;
            /** @enum {string} */
            readonly state: "pending" | "ready" | "refused";
            readonly refusal: ("unknown_type" | "other_kind" | "other_size") | null;
            readonly type: ("image/png" | "image/jpeg" | "image/gif" | "image/webp" | "audio/wav" | "audio/ogg" | "audio/mpeg") | null;
            /** Format: date-time */
            readonly createdAt: string;
            readonly url: string | null;
        };
        readonly ListGoalsAnswer: {
            readonly goals: readonly components["schemas"]["GoalState"][];
        };
        readonly ListedAlert: {
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
            readonly decidedBy?: components["schemas"]["Actor"] | null;
        };
        readonly ListedPrint: {
            readonly id: string;
            readonly printId: string;
            /** @enum {string} */
            readonly status: "queued" | "running" | "ready" | "failed" | "expired";
            readonly rows: number | null;
            readonly rowsExpected: number | null;
            readonly bytes: number | null;
            readonly sha256: string | null;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly expiresAt: string;
        };
        readonly ListedPrintPage: {
            readonly content: readonly components["schemas"]["ListedPrint"][];
            readonly pageable: components["schemas"]["Pageable"];
            readonly pageNumber: number;
            readonly offset: number;
            readonly size: number;
            readonly empty: boolean;
            readonly numberOfElements: number;
            readonly totalSize: number;
            /** @description the number of pages that can be requested by number */
            readonly totalPages: number;
            /** @description false if an exact count would have to read more than 1,000 items: `totalSize` is then the number counted so far, and a short page may have a `next` link. An empty page has one only after 3,000 items, or 12 MB, were read */
            readonly totalIsExact: boolean;
        };
        readonly MalformedBodyOrInvalidRequestOrAuthorizationCodeRejectedProblem: components["schemas"]["Problem"] & {
            /** @enum {integer} */
            readonly status: 400;
            /** @enum {string} */
            readonly code: "malformed_body" | "invalid_request" | "authorization_code_rejected";
        };
        readonly MalformedBodyOrInvalidRequestOrCredentialRefusedProblem: components["schemas"]["Problem"] & {
            /** @enum {integer} */
            readonly status: 400;
            /** @enum {string} */
            readonly code: "malformed_body" | "invalid_request" | "credential_refused";
        };
        readonly MalformedBodyOrInvalidRequestProblem: components["schemas"]["Problem"] & {
            /** @enum {integer} */
            readonly status: 400;
            /** @enum {string} */
            readonly code: "malformed_body" | "invalid_request";
        };
        readonly MarkAllListenedRequest: Record<string, never>;
        readonly MarkVideoRequest: {
            readonly id: string;
        };
        readonly Member: {
            readonly memberId: string;
            readonly name: string;
            /** @enum {string} */
            readonly role: "moderator" | "editor";
            /** Format: date-time */
            readonly since: string;
        };
        readonly Membership: {
            readonly ownerId: string;
            readonly ownerName: string;
            /** @enum {string} */
            readonly role: "moderator" | "editor";
            /** Format: date-time */
            readonly since: string;
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
            readonly exponent?: number | null;
        };
        readonly NameTakenOrLimitReachedOrErasureInProgressProblem: components["schemas"]["Problem"] & {
            /** @enum {integer} */
            readonly status: 409;
            /** @enum {string} */
            readonly code: "name_taken" | "limit_reached" | "erasure_in_progress";
        };
        readonly NewsEntry: {
            readonly id: string;
            readonly title: string;
            readonly description: string;
            readonly date: string;
            readonly demoUrl: string;
            readonly revision: string;
        };
        readonly NewsEntryPage: {
            readonly content: readonly components["schemas"]["NewsEntry"][];
            readonly pageable: components["schemas"]["Pageable"];
            readonly pageNumber: number;
            readonly offset: number;
            readonly size: number;
            readonly empty: boolean;
            readonly numberOfElements: number;
            readonly totalSize: number;
            /** @description the number of pages that can be requested by number */
            readonly totalPages: number;
            /** @description false if an exact count would have to read more than 1,000 items: `totalSize` is then the number counted so far, and a short page may have a `next` link. An empty page has one only after 3,000 items, or 12 MB, were read */
            readonly totalIsExact: boolean;
        };
        readonly NotAcceptableProblem: components["schemas"]["Problem"] & {
            /** @enum {integer} */
            readonly status: 406;
            /** @enum {string} */
            readonly code: "not_acceptable";
        };
        readonly NotFoundProblem: components["schemas"]["Problem"] & {
            /** @enum {integer} */
            readonly status: 404;
            /** @enum {string} */
            readonly code: "not_found";
        };
        readonly OneTimeCodeRejectedProblem: components["schemas"]["Problem"] & {
            /** @enum {integer} */
            readonly status: 401;
            /** @enum {string} */
            readonly code: "one_time_code_rejected";
        };
        readonly Order: {
            readonly ignoreCase: boolean;
            /** @enum {string} */
            readonly direction: "ASC" | "DESC";
            readonly property: string;
            readonly ascending: boolean;
        };
        readonly Overlay: {
            readonly id: string;
            readonly overlayId: string;
            readonly name: string;
            readonly part: ("alerts" | "goals" | "leaders") | null;
            /** Format: date-time */
            readonly createdAt: string;
            readonly lastSeenAt: string | null;
            readonly lastAcknowledged: number | null;
            readonly connected: boolean;
        };
        readonly OverlayConnectedProblem: components["schemas"]["Problem"] & {
            /** @enum {integer} */
            readonly status: 409;
            /** @enum {string} */
            readonly code: "overlay_connected";
        };
        readonly OverlayKeyRejectedProblem: components["schemas"]["Problem"] & {
            /** @enum {integer} */
            readonly status: 401;
            /** @enum {string} */
            readonly code: "overlay_key_rejected";
        };
        readonly OverlayPage: {
            readonly content: readonly components["schemas"]["Overlay"][];
            readonly pageable: components["schemas"]["Pageable"];
            readonly pageNumber: number;
            readonly offset: number;
            readonly size: number;
            readonly empty: boolean;
            readonly numberOfElements: number;
            readonly totalSize: number;
            /** @description the number of pages that can be requested by number */
            readonly totalPages: number;
            /** @description false if an exact count would have to read more than 1,000 items: `totalSize` is then the number counted so far, and a short page may have a `next` link. An empty page has one only after 3,000 items, or 12 MB, were read */
            readonly totalIsExact: boolean;
        };
        readonly Pageable: {
            readonly orderBy: readonly components["schemas"]["Order"][];
            readonly number: number;
            readonly size: number;
            /** @enum {string} */
            readonly mode: "OFFSET" | "CURSOR_NEXT";
            readonly sort: {
                readonly orderBy: readonly components["schemas"]["Order"][];
            };
        };
        readonly PayloadTooLargeProblem: components["schemas"]["Problem"] & {
            /** @enum {integer} */
            readonly status: 413;
            /** @enum {string} */
            readonly code: "payload_too_large";
        };
        readonly Payment: {
            readonly id: string;
            readonly gateway: string;
            readonly gatewayId: string;
            readonly method: string | null;
            readonly nickname: string | null;
            readonly message: string | null;
            readonly recipientId: string;
            readonly amount: components["schemas"]["Money"];
            readonly refunded: components["schemas"]["Money"] | null;
            readonly gatewayCredentialId: string;
            /** @enum {string} */
            readonly status: "inited" | "completed" | "failed" | "refunded" | "disputed";
            readonly attachments: readonly string[];
            readonly actions: readonly {
                readonly id: string;
                readonly actionId: string;
                readonly parameters: {
                    readonly [key: string]: unknown;
                };
            }[];
            readonly confirmation: string | null;
            readonly goal: string | null;
            readonly authorizationTimestamp: string | null;
            readonly auction: {
                readonly isNew: boolean;
                readonly item: string;
            } | null;
            readonly test: boolean;
            readonly omitted: readonly string[];
        };
        readonly PaymentPage: {
            readonly content: readonly components["schemas"]["Payment"][];
            readonly pageable: components["schemas"]["Pageable"];
            readonly pageNumber: number;
            readonly offset: number;
            readonly size: number;
            readonly empty: boolean;
            readonly numberOfElements: number;
            readonly totalSize: number;
            /** @description the number of pages that can be requested by number */
            readonly totalPages: number;
            /** @description false if an exact count would have to read more than 1,000 items: `totalSize` is then the number counted so far, and a short page may have a `next` link. An empty page has one only after 3,000 items, or 12 MB, were read */
            readonly totalIsExact: boolean;
        };
        readonly PaymentWithdrawnOrAlertHeldOrLimitReachedProblem: components["schemas"]["Problem"] & {
            /** @enum {integer} */
            readonly status: 409;
            /** @enum {string} */
            readonly code: "payment_withdrawn" | "alert_held" | "limit_reached";
        };
        readonly PaymentWithdrawnOrLimitReachedProblem: components["schemas"]["Problem"] & {
            /** @enum {integer} */
            readonly status: 409;
            /** @enum {string} */
            readonly code: "payment_withdrawn" | "limit_reached";
        };
        readonly Playlist: {
            readonly id: string;
            readonly title: string;
            readonly ownerId: string;
            readonly items: readonly {
                readonly title: string;
                readonly src: string;
            }[];
            readonly revision: string;
        };
        readonly PlaylistPage: {
            readonly content: readonly components["schemas"]["Playlist"][];
            readonly pageable: components["schemas"]["Pageable"];
            readonly pageNumber: number;
            readonly offset: number;
            readonly size: number;
            readonly empty: boolean;
            readonly numberOfElements: number;
            readonly totalSize: number;
            /** @description the number of pages that can be requested by number */
            readonly totalPages: number;
            /** @description false if an exact count would have to read more than 1,000 items: `totalSize` is then the number counted so far, and a short page may have a `next` link. An empty page has one only after 3,000 items, or 12 MB, were read */
            readonly totalIsExact: boolean;
        };
        readonly PreconditionFailedProblem: components["schemas"]["Problem"] & {
            /** @enum {integer} */
            readonly status: 412;
            /** @enum {string} */
            readonly code: "precondition_failed";
        };
        readonly Print: {
            readonly printId: string;
            /** @enum {string} */
            readonly status: "queued" | "running" | "ready" | "failed" | "expired";
            readonly rows: number | null;
            readonly rowsExpected: number | null;
            readonly bytes: number | null;
            readonly sha256: string | null;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly expiresAt: string;
            readonly url: string | null;
        };
        readonly PrintCsvAnswer: {
            readonly printId: string;
        };
        readonly PrintCsvRequest: {
            /** @default [] */
            readonly systems?: readonly string[] | null;
            /** @default [] */
            readonly events?: readonly string[] | null;
            /** Format: date-time */
            readonly after?: string | null;
            /** Format: date-time */
            readonly before?: string | null;
        };
        /** @description Problem details (RFC 9457). Branch on `code`; `detail` is for people. */
        readonly Problem: {
            /**
             * Format: uri
             * @description Identifies the code and is stable; it cannot be fetched.
             */
            readonly type: string;
            readonly title: string;
            readonly status: number;
            readonly detail: string;
            /**
             * Format: uri
             * @description The request id, under which the service's log has this failure.
             */
            readonly instance: string;
            readonly code: string;
            readonly errors?: readonly components["schemas"]["Violation"][];
        };
        readonly ProviderBadAnswerProblem: components["schemas"]["Problem"] & {
            /** @enum {integer} */
            readonly status: 502;
            /** @enum {string} */
            readonly code: "provider_bad_answer";
        };
        readonly ProviderTimeoutProblem: components["schemas"]["Problem"] & {
            /** @enum {integer} */
            readonly status: 504;
            /** @enum {string} */
            readonly code: "provider_timeout";
        };
        readonly ProviderUnavailableOrProviderNotConfiguredOrProviderQuotaExceededOrStoreUnavailableProblem: components["schemas"]["Problem"] & {
            /** @enum {integer} */
            readonly status: 503;
            /** @enum {string} */
            readonly code: "provider_unavailable" | "provider_not_configured" | "provider_quota_exceeded" | "store_unavailable";
        };
        readonly ProviderUnavailableOrProviderNotConfiguredOrStoreUnavailableProblem: components["schemas"]["Problem"] & {
            /** @enum {integer} */
            readonly status: 503;
            /** @enum {string} */
            readonly code: "provider_unavailable" | "provider_not_configured" | "store_unavailable";
        };
        readonly ProviderUnavailableOrStoreUnavailableProblem: components["schemas"]["Problem"] & {
            /** @enum {integer} */
            readonly status: 503;
            /** @enum {string} */
            readonly code: "provider_unavailable" | "store_unavailable";
        };
        readonly PutConfigRequest: {
            readonly id?: string | null;
            readonly name: string;
            readonly ownerId?: string | null;
            /**
             * @description any text without control characters, answered as it was sent; a scheme other than http and https is refused
             * @default
             */
            readonly url?: string | null;
            /** @description Empty when absent. */
            readonly value?: {
                readonly [key: string]: unknown;
            } | null;
            /** @default [] */
            readonly actions?: readonly {
                /** @default  */
                readonly id?: string | null;
                readonly name: string;
                readonly price: components["schemas"]["MoneyInput"];
                /** @default  */
                readonly category?: string | null;
                /** @default  */
                readonly game?: string | null;
            }[] | null;
        };
        readonly RateLimitedProblem: components["schemas"]["Problem"] & {
            /** @enum {integer} */
            readonly status: 429;
            /** @enum {string} */
            readonly code: "rate_limited";
        };
        readonly ReadInvitationAnswer: {
            readonly ownerName: string;
            /** @enum {string} */
            readonly role: "moderator" | "editor";
            /** Format: date-time */
            readonly expiresAt: string;
            readonly selfSignUp: boolean;
        };
        readonly ReadInvitationRequest: {
            readonly invitation: string;
        };
        readonly ReceiveWebhookAnswer: {
            readonly paymentId?: string;
        };
        readonly RegisteredAction: {
            readonly id: string;
            readonly name: string;
            readonly price: components["schemas"]["Money"];
            readonly category: string;
            readonly game: string;
            readonly enabled: boolean;
            readonly payload: {
                readonly [key: string]: unknown;
            };
        };
        readonly RelinkRequiredOrAccountAlreadyLinkedOrRequestInProgressOrLimitReachedOrErasureInProgressProblem: components["schemas"]["Problem"] & {
            /** @enum {integer} */
            readonly status: 409;
            /** @enum {string} */
            readonly code: "relink_required" | "account_already_linked" | "request_in_progress" | "limit_reached" | "erasure_in_progress";
        };
        readonly RemoveMemberRequest: {
            readonly memberId?: string | null;
            readonly invitationId?: string | null;
            readonly owner?: string | null;
        };
        readonly RenameOverlayAnswer: {
            readonly overlayId: string;
            readonly name: string;
        };
        readonly RenameOverlayRequest: {
            readonly overlayId: string;
            readonly name: string;
        };
        readonly RenewTicketAnswer: {
            readonly ticket: string;
            readonly webSocketUrl: string;
            /** Format: date-time */
            readonly expiresAt: string;
        };
        readonly RenewTicketRequest: {
            readonly key: string;
            readonly ifFree?: boolean | null;
        };
        readonly RepeatAlertRequest: {
            readonly historyItemId: string;
        };
        readonly ResendEndpointMessageRequest: {
            readonly endpointId: string;
            readonly messageId: string;
        };
        readonly RestoreHistoryItemRequest: {
            readonly historyItemId: string;
        };
        readonly RevokeOverlayAnswer: Record<string, never>;
        readonly RevokeOverlayRequest: {
            readonly overlayId?: string | null;
            readonly all?: boolean | null;
        };
        readonly RotateEndpointSecretAnswer: {
            readonly id: string;
            readonly secret: string;
            /** Format: date-time */
            readonly previousSecretUntil?: string;
        };
        readonly RotateEndpointSecretRequest: {
            readonly id: string;
            /** @default true */
            readonly keepPrevious?: boolean | null;
        };
        readonly RotateWebhookUrlAnswer: {
            readonly id: string;
            readonly webhookUrl: string;
            /** Format: date-time */
            readonly previousUrlUntil?: string;
        };
        readonly RotateWebhookUrlRequest: {
            readonly id: string;
            /** @default true */
            readonly keepPrevious?: boolean | null;
        };
        readonly SetEndpointAnswer: {
            readonly id: string;
            readonly url: string;
            readonly types: readonly ("payment.completed" | "payment.refunded" | "payment.disputed" | "payment.reinstated" | "alert.shown" | "alert.decided" | "stream.started" | "stream.ended")[];
            readonly enabled: boolean;
            readonly disabledReason: string | null;
            readonly disabledAt: string | null;
            readonly failingSince: string | null;
            readonly secret?: string;
        };
        readonly SetEndpointRequest: {
            readonly id?: string | null;
            /**
             * Format: uri
             * @description an absolute https, http URL without user info and control characters
             */
            readonly url: string;
            readonly types: readonly ("payment.completed" | "payment.refunded" | "payment.disputed" | "payment.reinstated" | "alert.shown" | "alert.decided" | "stream.started" | "stream.ended")[];
            /** @default true */
            readonly enabled?: boolean | null;
        };
        readonly SetGatewayAnswer: {
            readonly id: string;
            readonly gateway: string;
            /** @enum {string} */
            readonly type: "fiat" | "crypto";
            readonly enabled: boolean;
            readonly webhookUrl: string;
            readonly key: {
                /** @enum {string} */
                readonly state: "accepted" | "unchecked";
                readonly isMaster: boolean;
            } | null;
            /** Format: date-time */
            readonly previousSecretUntil?: string;
        };
        readonly SetGatewayRequest: {
            readonly id?: string | null;
            readonly gateway: string;
            /** @enum {string} */
            readonly type: "fiat" | "crypto";
            readonly secret?: string | null;
            readonly token?: string | null;
            readonly settings?: {
                readonly [key: string]: unknown;
            } | null;
            /** @default true */
            readonly keepPrevious?: boolean | null;
        };
        readonly SetGoalRequest: {
            /** @default  */
            readonly title?: string | null;
            readonly target: components["schemas"]["MoneyInput"];
            readonly start?: components["schemas"]["MoneyInput"] | null;
            /** Format: date-time */
            readonly since?: string | null;
        };
        readonly SignIn: {
            readonly platform: string;
            readonly system: string;
            readonly configured: boolean;
            readonly linkPath: string;
            readonly clientId: string | null;
            readonly redirectUri: string | null;
            readonly scopes: readonly string[];
            readonly codeChallengeMethod: "S256" | null;
            readonly authorizeUrl: string | null;
        };
        readonly SignatureRejectedProblem: components["schemas"]["Problem"] & {
            /** @enum {integer} */
            readonly status: 401;
            /** @enum {string} */
            readonly code: "signature_rejected";
        };
        readonly SkipVideoRequest: {
            readonly id: string;
        };
        readonly Source: {
            readonly id: string;
            readonly system: string;
            readonly account: {
                readonly id: string;
                readonly name: string;
            };
            readonly enabled: boolean;
            /** @enum {string} */
            readonly subscription: "pending" | "active" | "failed" | "revoked" | "polled";
            readonly lastEvent: {
                readonly type: string;
                /** Format: date-time */
                readonly at: string;
            } | null;
            readonly lastError: {
                readonly code: string;
                readonly detail: string;
                /** Format: date-time */
                readonly at: string;
            } | null;
            readonly missingScopes: readonly string[];
            readonly lastAskedAt: string | null;
            /** Format: date-time */
            readonly linkedAt: string;
        };
        readonly SourcePage: {
            readonly content: readonly components["schemas"]["Source"][];
            readonly pageable: components["schemas"]["Pageable"];
            readonly pageNumber: number;
            readonly offset: number;
            readonly size: number;
            readonly empty: boolean;
            readonly numberOfElements: number;
            readonly totalSize: number;
            /** @description the number of pages that can be requested by number */
            readonly totalPages: number;
            /** @description false if an exact count would have to read more than 1,000 items: `totalSize` is then the number counted so far, and a short page may have a `next` link. An empty page has one only after 3,000 items, or 12 MB, were read */
            readonly totalIsExact: boolean;
        };
        readonly StoreUnavailableProblem: components["schemas"]["Problem"] & {
            /** @enum {integer} */
            readonly status: 503;
            /** @enum {string} */
            readonly code: "store_unavailable";
        };
        readonly StoredVideo: {
            readonly id: string;
            readonly system: string;
            readonly originId: string;
            /** @enum {string} */
            readonly provider: "youtube" | "vk";
            readonly url: string;
            readonly title: string;
            readonly thumbnail: string;
            /** @enum {string} */
            readonly status: "prepared" | "ready" | "handled";
            readonly owner: string;
            readonly recipientId: string;
            /** Format: date-time */
            readonly readyTimestamp?: string;
            readonly paymentId?: string;
            readonly test: boolean;
        };
        readonly StoredVideoPage: {
            readonly content: readonly components["schemas"]["StoredVideo"][];
            readonly pageable: components["schemas"]["Pageable"];
            readonly pageNumber: number;
            readonly offset: number;
            readonly size: number;
            readonly empty: boolean;
            readonly numberOfElements: number;
            readonly totalSize: number;
            /** @description the number of pages that can be requested by number */
            readonly totalPages: number;
            /** @description false if an exact count would have to read more than 1,000 items: `totalSize` is then the number counted so far, and a short page may have a `next` link. An empty page has one only after 3,000 items, or 12 MB, were read */
            readonly totalIsExact: boolean;
        };
        readonly TestAlertAnswer: {
            readonly historyItemId: string;
            readonly alert: components["schemas"]["Alert"];
        };
        readonly TestAlertRequest: {
            /** @default payment */
            readonly event?: string | null;
            /** @default Manual */
            readonly system?: string | null;
            readonly nickname?: string | null;
            readonly message?: string | null;
            readonly amount?: components["schemas"]["MoneyInput"] | null;
            /** @default [] */
            readonly attachments?: readonly string[] | null;
            readonly actions?: readonly {
                readonly id?: string | null;
                readonly actionId: string;
                readonly name?: string | null;
                /** @description Empty when absent. */
                readonly parameters?: {
                    readonly [key: string]: unknown;
                } | null;
                readonly undelivered?: ("unknown_action" | "action_disabled" | "invalid_parameters" | "too_large" | "other_currency" | "amount_too_low" | "held") | null;
                readonly completion?: {
                    /** @enum {string} */
                    readonly state: "open" | "done" | "failed";
                    /** Format: date-time */
                    readonly at?: string | null;
                    readonly reason?: string | null;
                } | null;
            }[] | null;
            readonly levelName?: string | null;
            readonly count?: number | null;
        };
        readonly TestAnnouncementRequest: {
            readonly id: string;
        };
        readonly TestEndpointAnswer: {
            readonly messageId: string;
        };
        readonly TestEndpointRequest: {
            readonly id: string;
        };
        readonly ToggleActionAnswer: {
            readonly id: string;
            readonly enabled: boolean;
        };
        readonly ToggleActionRequest: {
            readonly id: string;
            readonly enabled: boolean;
        };
        readonly ToggleGatewayAnswer: {
            readonly id: string;
            readonly enabled: boolean;
        };
        readonly ToggleGatewayRequest: {
            readonly id: string;
            readonly enabled?: boolean | null;
        };
        readonly ToggleTokenAnswer: {
            readonly id: string;
            readonly enabled: boolean;
        };
        readonly ToggleTokenRequest: {
            readonly id: string;
            readonly enabled: boolean;
        };
        readonly Token: {
            readonly id: string;
            readonly system: string;
            readonly enabled: boolean;
            readonly account: {
                readonly id: string;
                readonly name: string;
            };
            readonly scopes: readonly string[];
            readonly relinkRequired: boolean;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly updatedAt: string;
        };
        readonly TokenDisabledOrRelinkRequiredProblem: components["schemas"]["Problem"] & {
            /** @enum {integer} */
            readonly status: 409;
            /** @enum {string} */
            readonly code: "token_disabled" | "relink_required";
        };
        readonly TokenPage: {
            readonly content: readonly components["schemas"]["Token"][];
            readonly pageable: components["schemas"]["Pageable"];
            readonly pageNumber: number;
            readonly offset: number;
            readonly size: number;
            readonly empty: boolean;
            readonly numberOfElements: number;
            readonly totalSize: number;
            /** @description the number of pages that can be requested by number */
            readonly totalPages: number;
            /** @description false if an exact count would have to read more than 1,000 items: `totalSize` is then the number counted so far, and a short page may have a `next` link. An empty page has one only after 3,000 items, or 12 MB, were read */
            readonly totalIsExact: boolean;
        };
        readonly TracePaymentAnswer: {
            readonly paymentId: string;
            /** @enum {string} */
            readonly status: "inited" | "completed" | "failed" | "refunded" | "disputed";
            readonly amount: components["schemas"]["Money"];
            readonly refunded: components["schemas"]["Money"] | null;
            readonly test: boolean;
            readonly steps: readonly components["schemas"]["TraceStep"][];
            readonly notes: readonly {
                readonly code: string;
                /** Format: date-time */
                readonly at?: string;
            }[];
        };
        readonly TraceStep: {
            /** @enum {string} */
            readonly step: "webhook" | "history" | "goal" | "alert" | "overlay" | "action" | "completion" | "media" | "check" | "endpoint";
            /** @enum {string} */
            readonly state: "done" | "waiting" | "never";
            readonly at: string | null;
            readonly milliseconds: number | null;
            readonly reason: string | null;
            readonly id: string | null;
            readonly name: string | null;
            readonly sequence: number | null;
        };
        readonly UnauthorizedProblem: components["schemas"]["Problem"] & {
            /** @enum {integer} */
            readonly status: 401;
            /** @enum {string} */
            readonly code: "unauthorized";
        };
        readonly UnlinkChatRequest: {
            readonly id: string;
        };
        readonly UnlinkTokenRequest: {
            readonly id: string;
        };
        readonly UnsupportedMediaTypeProblem: components["schemas"]["Problem"] & {
            /** @enum {integer} */
            readonly status: 415;
            /** @enum {string} */
            readonly code: "unsupported_media_type";
        };
        readonly UpdateAnnouncersRequest: {
            readonly added?: readonly {
                readonly text: string;
                readonly accountId: string;
                readonly chatId: number;
                /** @default [] */
                readonly buttons?: readonly {
                    /** @default  */
                    readonly text?: string | null;
                    /**
                     * @description the address of a web page or a tg URL without user info, with a dot in its host; without a scheme it is posted with `https://`
                     * @default
                     */
                    readonly url?: string | null;
                }[] | null;
                readonly trigger?: string | null;
                readonly announcerType?: ("ANNOUNCE_STREAM_AND_DELETE" | "ANNOUNCE_STREAM" | "announceAndDelete") | null;
                readonly type?: ("ANNOUNCE_STREAM_AND_DELETE" | "ANNOUNCE_STREAM" | "announceAndDelete") | null;
            }[] | null;
            readonly updated?: readonly {
                readonly id: string;
                readonly text?: string | null;
                readonly buttons?: readonly {
                    /** @default  */
                    readonly text?: string | null;
                    /**
                     * @description the address of a web page or a tg URL without user info, with a dot in its host; without a scheme it is posted with `https://`
                     * @default
                     */
                    readonly url?: string | null;
                }[] | null;
                readonly trigger?: string | null;
                readonly enabled?: boolean | null;
                readonly announcerType?: ("ANNOUNCE_STREAM_AND_DELETE" | "ANNOUNCE_STREAM" | "announceAndDelete") | null;
                readonly type?: ("ANNOUNCE_STREAM_AND_DELETE" | "ANNOUNCE_STREAM" | "announceAndDelete") | null;
            }[] | null;
            /** @default [] */
            readonly deleted?: readonly string[] | null;
        };
        readonly Upload: {
            readonly id: string;
            readonly name: string;
            /** @enum {string} */
            readonly kind: "image" | "sound";
            readonly bytes: number;
            /** @enum {string} */
            readonly state: "pending" | "ready" | "refused";
            readonly refusal: ("unknown_type" | "other_kind" | "other_size") | null;
            readonly type: ("image/png" | "image/jpeg" | "image/gif" | "image/webp" | "audio/wav" | "audio/ogg" | "audio/mpeg") | null;
            /** Format: date-time */
            readonly createdAt: string;
        };
        /** @description A place in the request, the violation there, and the bound that was not kept. */
        readonly Violation: {
            /** @enum {string} */
            readonly in: "body" | "query" | "path" | "header";
            /** @description JSON Pointer (RFC 6901) within that part; empty for the whole part. */
            readonly pointer: string;
            /** @enum {string} */
            readonly code?: "required" | "type" | "format" | "too_small" | "too_large" | "too_short" | "too_long" | "too_few" | "too_many" | "not_allowed" | "contradictory" | "duplicate" | "unknown" | "refused";
            readonly minimum?: number;
            readonly maximum?: number;
            readonly detail: string;
        };
    };
    responses: {
        /**
         * @description - `account_already_linked`: Another recipient has linked the account
         *     - `limit_reached`: The collection is full
         *     - `erasure_in_progress`: The data of the caller are being erased
         */
        readonly AccountAlreadyLinkedOrLimitReachedOrErasureInProgress: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["AccountAlreadyLinkedOrLimitReachedOrErasureInProgressProblem"];
            };
        };
        /**
         * @description - `account_already_linked`: Another recipient has linked the account
         *     - `request_in_progress`: A request with this Idempotency-Key is still running
         *     - `limit_reached`: The collection is full
         *     - `erasure_in_progress`: The data of the caller are being erased
         */
        readonly AccountAlreadyLinkedOrRequestInProgressOrLimitReachedOrErasureInProgress: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["AccountAlreadyLinkedOrRequestInProgressOrLimitReachedOrErasureInProgressProblem"];
            };
        };
        /** @description - `action_completed`: The action already has a different outcome */
        readonly ActionCompleted: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ActionCompletedProblem"];
            };
        };
        /**
         * @description - `alert_decided`: The alert is not held
         *     - `limit_reached`: The collection is full
         */
        readonly AlertDecidedOrLimitReached: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["AlertDecidedOrLimitReachedProblem"];
            };
        };
        /**
         * @description - `chat_already_linked`: Another recipient has linked the chat
         *     - `limit_reached`: The collection is full
         */
        readonly ChatAlreadyLinkedOrLimitReached: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ChatAlreadyLinkedOrLimitReachedProblem"];
            };
        };
        /**
         * @description - `credential_incomplete`: The credential lacks a part
         *     - `erasure_in_progress`: The data of the caller are being erased
         */
        readonly CredentialIncompleteOrErasureInProgress: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["CredentialIncompleteOrErasureInProgressProblem"];
            };
        };
        /** @description - `forbidden`: The token does not permit this */
        readonly Forbidden: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ForbiddenProblem"];
            };
        };
        /**
         * @description - `forbidden`: The token does not permit this
         *     - from the gateway: Forbidden
         */
        readonly ForbiddenOrGatewayError: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ForbiddenProblem"];
                /**
                 * @example {
                 *       "message": "Forbidden"
                 *     }
                 */
                readonly "application/json": components["schemas"]["GatewayError"];
            };
        };
        /** @description - from the gateway: Not Found */
        readonly GatewayNotFound: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "message": "Not Found"
                 *     }
                 */
                readonly "application/json": components["schemas"]["GatewayError"];
            };
        };
        /** @description - from the gateway: Request Header Fields Too Large */
        readonly GatewayRequestHeaderFieldsTooLarge: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "message": "Request Header Fields Too Large"
                 *     }
                 */
                readonly "application/json": components["schemas"]["GatewayError"];
            };
        };
        /** @description - from the gateway: Service Unavailable */
        readonly GatewayServiceUnavailable: {
            headers: {
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "message": "Service Unavailable"
                 *     }
                 */
                readonly "application/json": components["schemas"]["GatewayError"];
            };
        };
        /** @description - from the gateway: Too Many Requests */
        readonly GatewayTooManyRequests: {
            headers: {
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "message": "Too Many Requests"
                 *     }
                 */
                readonly "application/json": components["schemas"]["GatewayError"];
            };
        };
        /** @description - `idempotency_key_reused`: The Idempotency-Key belongs to another request */
        readonly IdempotencyKeyReused: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["IdempotencyKeyReusedProblem"];
            };
        };
        /**
         * @description - `internal_error`: The service failed
         *     - from the gateway: Internal Server Error
         */
        readonly InternalErrorOrGatewayError: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["InternalErrorProblem"];
                /**
                 * @example {
                 *       "message": "Internal Server Error"
                 *     }
                 */
                readonly "application/json": components["schemas"]["GatewayError"];
            };
        };
        /** @description - `invalid_request`: The request does not match its schema */
        readonly InvalidRequest: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["InvalidRequestProblem"];
            };
        };
        /**
         * @description - `invalid_request`: The request does not match its schema
         *     - from the gateway: Bad Request
         */
        readonly InvalidRequestOrGatewayError: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["InvalidRequestProblem"];
                /**
                 * @example {
                 *       "message": "Bad Request"
                 *     }
                 */
                readonly "application/json": components["schemas"]["GatewayError"];
            };
        };
        /** @description - `limit_reached`: The collection is full */
        readonly LimitReached: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["LimitReachedProblem"];
            };
        };
        /**
         * @description - `limit_reached`: The collection is full
         *     - `erasure_in_progress`: The data of the caller are being erased
         */
        readonly LimitReachedOrErasureInProgress: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["LimitReachedOrErasureInProgressProblem"];
            };
        };
        /**
         * @description - `malformed_body`: The body is not a valid JSON object
         *     - `invalid_request`: The request does not match its schema
         */
        readonly MalformedBodyOrInvalidRequest: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["MalformedBodyOrInvalidRequestProblem"];
            };
        };
        /**
         * @description - `malformed_body`: The body is not a valid JSON object
         *     - `invalid_request`: The request does not match its schema
         *     - `authorization_code_rejected`: The platform rejected the authorization code
         */
        readonly MalformedBodyOrInvalidRequestOrAuthorizationCodeRejected: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["MalformedBodyOrInvalidRequestOrAuthorizationCodeRejectedProblem"];
            };
        };
        /**
         * @description - `malformed_body`: The body is not a valid JSON object
         *     - `invalid_request`: The request does not match its schema
         *     - `credential_refused`: The gateway refuses the credential
         */
        readonly MalformedBodyOrInvalidRequestOrCredentialRefused: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["MalformedBodyOrInvalidRequestOrCredentialRefusedProblem"];
            };
        };
        /**
         * @description - `malformed_body`: The body is not a valid JSON object
         *     - `invalid_request`: The request does not match its schema
         *     - from the gateway: Bad Request
         */
        readonly MalformedBodyOrInvalidRequestOrGatewayError: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["MalformedBodyOrInvalidRequestProblem"];
                /**
                 * @example {
                 *       "message": "Bad Request"
                 *     }
                 */
                readonly "application/json": components["schemas"]["GatewayError"];
            };
        };
        /**
         * @description - `name_taken`: The name belongs to another record
         *     - `limit_reached`: The collection is full
         *     - `erasure_in_progress`: The data of the caller are being erased
         */
        readonly NameTakenOrLimitReachedOrErasureInProgress: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["NameTakenOrLimitReachedOrErasureInProgressProblem"];
            };
        };
        /** @description - `not_acceptable`: The answer has a form that the request refuses */
        readonly NotAcceptable: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["NotAcceptableProblem"];
            };
        };
        /** @description - `not_found`: There is no such resource */
        readonly NotFound: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["NotFoundProblem"];
            };
        };
        /**
         * @description - `not_found`: There is no such resource
         *     - from the gateway: Not Found
         */
        readonly NotFoundOrGatewayError: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["NotFoundProblem"];
                /**
                 * @example {
                 *       "message": "Not Found"
                 *     }
                 */
                readonly "application/json": components["schemas"]["GatewayError"];
            };
        };
        /** @description - `one_time_code_rejected`: The one-time code is not valid; retired: since 1.1.0 it is not answered */
        readonly OneTimeCodeRejected: {
            headers: {
                readonly "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["OneTimeCodeRejectedProblem"];
            };
        };
        /** @description - `overlay_connected`: Another page is connected as this overlay */
        readonly OverlayConnected: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["OverlayConnectedProblem"];
            };
        };
        /** @description - `overlay_key_rejected`: The key of the overlay is not valid */
        readonly OverlayKeyRejected: {
            headers: {
                readonly "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["OverlayKeyRejectedProblem"];
            };
        };
        /**
         * @description - `payload_too_large`: The body is too large
         *     - from the gateway: Request Entity Too Large
         */
        readonly PayloadTooLargeOrGatewayError: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["PayloadTooLargeProblem"];
                /**
                 * @example {
                 *       "message": "Request Entity Too Large"
                 *     }
                 */
                readonly "application/json": components["schemas"]["GatewayError"];
            };
        };
        /**
         * @description - `payment_withdrawn`: The payment was refunded or is disputed
         *     - `alert_held`: The alert is held
         *     - `limit_reached`: The collection is full
         */
        readonly PaymentWithdrawnOrAlertHeldOrLimitReached: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["PaymentWithdrawnOrAlertHeldOrLimitReachedProblem"];
            };
        };
        /**
         * @description - `payment_withdrawn`: The payment was refunded or is disputed
         *     - `limit_reached`: The collection is full
         */
        readonly PaymentWithdrawnOrLimitReached: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["PaymentWithdrawnOrLimitReachedProblem"];
            };
        };
        /** @description - `precondition_failed`: The record has changed since it was read */
        readonly PreconditionFailed: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["PreconditionFailedProblem"];
            };
        };
        /** @description - `provider_bad_answer`: The provider sent an unusable answer */
        readonly ProviderBadAnswer: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ProviderBadAnswerProblem"];
            };
        };
        /** @description - `provider_timeout`: The provider did not answer in time */
        readonly ProviderTimeout: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ProviderTimeoutProblem"];
            };
        };
        /**
         * @description - `provider_unavailable`: The provider is unavailable
         *     - `provider_not_configured`: The provider is not configured
         *     - `provider_quota_exceeded`: The quota at the provider is used up
         *     - `store_unavailable`: The data store is unavailable
         *     - from the gateway: Service Unavailable
         */
        readonly ProviderUnavailableOrProviderNotConfiguredOrProviderQuotaExceededOrStoreUnavailableOrGatewayError: {
            headers: {
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ProviderUnavailableOrProviderNotConfiguredOrProviderQuotaExceededOrStoreUnavailableProblem"];
                /**
                 * @example {
                 *       "message": "Service Unavailable"
                 *     }
                 */
                readonly "application/json": components["schemas"]["GatewayError"];
            };
        };
        /**
         * @description - `provider_unavailable`: The provider is unavailable
         *     - `provider_not_configured`: The provider is not configured
         *     - `store_unavailable`: The data store is unavailable
         *     - from the gateway: Service Unavailable
         */
        readonly ProviderUnavailableOrProviderNotConfiguredOrStoreUnavailableOrGatewayError: {
            headers: {
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ProviderUnavailableOrProviderNotConfiguredOrStoreUnavailableProblem"];
                /**
                 * @example {
                 *       "message": "Service Unavailable"
                 *     }
                 */
                readonly "application/json": components["schemas"]["GatewayError"];
            };
        };
        /**
         * @description - `provider_unavailable`: The provider is unavailable
         *     - `store_unavailable`: The data store is unavailable
         *     - from the gateway: Service Unavailable
         */
        readonly ProviderUnavailableOrStoreUnavailableOrGatewayError: {
            headers: {
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["ProviderUnavailableOrStoreUnavailableProblem"];
                /**
                 * @example {
                 *       "message": "Service Unavailable"
                 *     }
                 */
                readonly "application/json": components["schemas"]["GatewayError"];
            };
        };
        /**
         * @description - `rate_limited`: Too many requests
         *     - from the gateway: Too Many Requests
         */
        readonly RateLimitedOrGatewayError: {
            headers: {
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["RateLimitedProblem"];
                /**
                 * @example {
                 *       "message": "Too Many Requests"
                 *     }
                 */
                readonly "application/json": components["schemas"]["GatewayError"];
            };
        };
        /**
         * @description - `relink_required`: The account has to be linked again
         *     - `account_already_linked`: Another recipient has linked the account
         *     - `request_in_progress`: A request with this Idempotency-Key is still running
         *     - `limit_reached`: The collection is full
         *     - `erasure_in_progress`: The data of the caller are being erased
         */
        readonly RelinkRequiredOrAccountAlreadyLinkedOrRequestInProgressOrLimitReachedOrErasureInProgress: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["RelinkRequiredOrAccountAlreadyLinkedOrRequestInProgressOrLimitReachedOrErasureInProgressProblem"];
            };
        };
        /** @description - `signature_rejected`: The signature of the webhook is not valid */
        readonly SignatureRejected: {
            headers: {
                readonly "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["SignatureRejectedProblem"];
            };
        };
        /**
         * @description - `store_unavailable`: The data store is unavailable
         *     - from the gateway: Service Unavailable
         */
        readonly StoreUnavailableOrGatewayError: {
            headers: {
                readonly "Retry-After": components["headers"]["RetryAfter"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["StoreUnavailableProblem"];
                /**
                 * @example {
                 *       "message": "Service Unavailable"
                 *     }
                 */
                readonly "application/json": components["schemas"]["GatewayError"];
            };
        };
        /**
         * @description - `token_disabled`: The token is disabled
         *     - `relink_required`: The account has to be linked again
         */
        readonly TokenDisabledOrRelinkRequired: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["TokenDisabledOrRelinkRequiredProblem"];
            };
        };
        /**
         * @description - `unauthorized`: A valid access token is needed
         *     - from the gateway: Unauthorized
         */
        readonly UnauthorizedOrGatewayError: {
            headers: {
                readonly "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["UnauthorizedProblem"];
                /**
                 * @example {
                 *       "message": "Unauthorized"
                 *     }
                 */
                readonly "application/json": components["schemas"]["GatewayError"];
            };
        };
        /** @description - `unsupported_media_type`: The body is not JSON in UTF-8 */
        readonly UnsupportedMediaType: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/problem+json": components["schemas"]["UnsupportedMediaTypeProblem"];
            };
        };
    };
    parameters: {
        /**
         * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
         * @example 01890a5d-ac96-774b-bcce-b302099a8057
         */
        readonly IdempotencyKey: string;
        /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
        readonly Recipient: string;
    };
    requestBodies: never;
    headers: {
        /** @description Present when the answer is the stored one of an earlier request with the same `Idempotency-Key`. */
        readonly IdempotentReplayed: "true";
        /** @description Seconds to wait before a retry. */
        readonly RetryAfter: number;
        /** @description How to authenticate (RFC 9110, section 11.6.1). */
        readonly WwwAuthenticate: string;
    };
    pathItems: never;
}
export type AcceptInvitationRequest = components['schemas']['AcceptInvitationRequest'];
export type AccountAlreadyLinkedOrLimitReachedOrErasureInProgressProblem = components['schemas']['AccountAlreadyLinkedOrLimitReachedOrErasureInProgressProblem'];
export type AccountAlreadyLinkedOrRequestInProgressOrLimitReachedOrErasureInProgressProblem = components['schemas']['AccountAlreadyLinkedOrRequestInProgressOrLimitReachedOrErasureInProgressProblem'];
export type Action = components['schemas']['Action'];
export type ActionCompletedProblem = components['schemas']['ActionCompletedProblem'];
export type ActionPage = components['schemas']['ActionPage'];
export type Actor = components['schemas']['Actor'];
export type AddActionsAnswer = components['schemas']['AddActionsAnswer'];
export type AddActionsRequest = components['schemas']['AddActionsRequest'];
export type AddAnnouncerRequest = components['schemas']['AddAnnouncerRequest'];
export type AddHistoryItemsAnswer = components['schemas']['AddHistoryItemsAnswer'];
export type AddHistoryItemsRequest = components['schemas']['AddHistoryItemsRequest'];
export type AddNewsRequest = components['schemas']['AddNewsRequest'];
export type Alert = components['schemas']['Alert'];
export type AlertDecidedOrLimitReachedProblem = components['schemas']['AlertDecidedOrLimitReachedProblem'];
export type AlertPage = components['schemas']['AlertPage'];
export type Announcer = components['schemas']['Announcer'];
export type AnnouncerDetails = components['schemas']['AnnouncerDetails'];
export type BeginPaymentAnswer = components['schemas']['BeginPaymentAnswer'];
export type BeginPaymentRequest = components['schemas']['BeginPaymentRequest'];
export type BeginUploadAnswer = components['schemas']['BeginUploadAnswer'];
export type BeginUploadRequest = components['schemas']['BeginUploadRequest'];
export type Bot = components['schemas']['Bot'];
export type ChangeAgreementAnswer = components['schemas']['ChangeAgreementAnswer'];
export type ChangeAgreementRequest = components['schemas']['ChangeAgreementRequest'];
export type ChangeMemberRequest = components['schemas']['ChangeMemberRequest'];
export type ChangeNewsRequest = components['schemas']['ChangeNewsRequest'];
export type ChangePlaylistRequest = components['schemas']['ChangePlaylistRequest'];
export type Chat = components['schemas']['Chat'];
export type ChatAlreadyLinkedOrLimitReachedProblem = components['schemas']['ChatAlreadyLinkedOrLimitReachedProblem'];
export type ChatCode = components['schemas']['ChatCode'];
export type ChatPage = components['schemas']['ChatPage'];
export type CheckOverlaysAnswer = components['schemas']['CheckOverlaysAnswer'];
export type CheckOverlaysRequest = components['schemas']['CheckOverlaysRequest'];
export type CheckUploadRequest = components['schemas']['CheckUploadRequest'];
export type CompleteActionAnswer = components['schemas']['CompleteActionAnswer'];
export type CompleteActionRequest = components['schemas']['CompleteActionRequest'];
export type ConfigRecord = components['schemas']['ConfigRecord'];
export type ConfigRecordPage = components['schemas']['ConfigRecordPage'];
export type ControlShowAnswer = components['schemas']['ControlShowAnswer'];
export type ControlShowRequest = components['schemas']['ControlShowRequest'];
export type CreateOneTimeCodeAnswer = components['schemas']['CreateOneTimeCodeAnswer'];
export type CreateOneTimeCodeRequest = components['schemas']['CreateOneTimeCodeRequest'];
export type CreatePlaylistRequest = components['schemas']['CreatePlaylistRequest'];
export type CreateTicketAnswer = components['schemas']['CreateTicketAnswer'];
export type CreateTicketRequest = components['schemas']['CreateTicketRequest'];
export type CredentialIncompleteOrErasureInProgressProblem = components['schemas']['CredentialIncompleteOrErasureInProgressProblem'];
export type DecideAlertRequest = components['schemas']['DecideAlertRequest'];
export type DeleteActionRequest = components['schemas']['DeleteActionRequest'];
export type DeleteConfigRequest = components['schemas']['DeleteConfigRequest'];
export type DeleteEndpointRequest = components['schemas']['DeleteEndpointRequest'];
export type DeleteGatewayRequest = components['schemas']['DeleteGatewayRequest'];
export type DeleteGoalRequest = components['schemas']['DeleteGoalRequest'];
export type DeleteHistoryItemRequest = components['schemas']['DeleteHistoryItemRequest'];
export type DeleteNewsRequest = components['schemas']['DeleteNewsRequest'];
export type DeletePlaylistRequest = components['schemas']['DeletePlaylistRequest'];
export type DeletePrintRequest = components['schemas']['DeletePrintRequest'];
export type DeleteUploadRequest = components['schemas']['DeleteUploadRequest'];
export type Empty = components['schemas']['Empty'];
export type Endpoint = components['schemas']['Endpoint'];
export type EndpointMessage = components['schemas']['EndpointMessage'];
export type EndpointMessagePage = components['schemas']['EndpointMessagePage'];
export type EndpointPage = components['schemas']['EndpointPage'];
export type EraseDataAnswer = components['schemas']['EraseDataAnswer'];
export type EraseDataRequest = components['schemas']['EraseDataRequest'];
export type Erasure = components['schemas']['Erasure'];
export type ExchangeOneTimeCodeAnswer = components['schemas']['ExchangeOneTimeCodeAnswer'];
export type ExchangeOneTimeCodeRequest = components['schemas']['ExchangeOneTimeCodeRequest'];
export type Export = components['schemas']['Export'];
export type ExportDataAnswer = components['schemas']['ExportDataAnswer'];
export type ExportDataRequest = components['schemas']['ExportDataRequest'];
export type ExternalPlaylist = components['schemas']['ExternalPlaylist'];
export type ExternalVideo = components['schemas']['ExternalVideo'];
export type ForbiddenProblem = components['schemas']['ForbiddenProblem'];
export type Gateway = components['schemas']['Gateway'];
export type GatewayError = components['schemas']['GatewayError'];
export type GatewayPage = components['schemas']['GatewayPage'];
export type GetAccessTokenAnswer = components['schemas']['GetAccessTokenAnswer'];
export type GetAccessTokenRequest = components['schemas']['GetAccessTokenRequest'];
export type GetDonorPageAnswer = components['schemas']['GetDonorPageAnswer'];
export type GetDonorPaymentAnswer = components['schemas']['GetDonorPaymentAnswer'];
export type GetHealthAnswer = components['schemas']['GetHealthAnswer'];
export type GetMembersAnswer = components['schemas']['GetMembersAnswer'];
export type GetOpenApiAnswer = components['schemas']['GetOpenApiAnswer'];
export type GetShowAnswer = components['schemas']['GetShowAnswer'];
export type GetUploadsAnswer = components['schemas']['GetUploadsAnswer'];
export type GetVkLiveTokenAnswer = components['schemas']['GetVkLiveTokenAnswer'];
export type GetVkLiveTokenRequest = components['schemas']['GetVkLiveTokenRequest'];
export type GoalState = components['schemas']['GoalState'];
export type HistoryItem = components['schemas']['HistoryItem'];
export type HistoryItemPage = components['schemas']['HistoryItemPage'];
export type IdempotencyKeyReusedProblem = components['schemas']['IdempotencyKeyReusedProblem'];
export type InternalErrorProblem = components['schemas']['InternalErrorProblem'];
export type InvalidRequestProblem = components['schemas']['InvalidRequestProblem'];
export type Invitation = components['schemas']['Invitation'];
export type InviteMemberAnswer = components['schemas']['InviteMemberAnswer'];
export type InviteMemberRequest = components['schemas']['InviteMemberRequest'];
export type Leader = components['schemas']['Leader'];
export type LeaderPage = components['schemas']['LeaderPage'];
export type LimitReachedOrErasureInProgressProblem = components['schemas']['LimitReachedOrErasureInProgressProblem'];
export type LimitReachedProblem = components['schemas']['LimitReachedProblem'];
export type LinkChatRequest = components['schemas']['LinkChatRequest'];
export type LinkKickRequest = components['schemas']['LinkKickRequest'];
export type LinkSourceRequest = components['schemas']['LinkSourceRequest'];
export type LinkTwitchRequest = components['schemas']['LinkTwitchRequest'];
export type LinkVkLiveRequest = components['schemas']['LinkVkLiveRequest'];
export type LinkedAccount = components['schemas']['LinkedAccount'];
export type LinkedUpload = components['schemas']['LinkedUpload'];
export type ListGoalsAnswer = components['schemas']['ListGoalsAnswer'];
export type ListedAlert = components['schemas']['ListedAlert'];
export type ListedPrint = components['schemas']['ListedPrint'];
export type ListedPrintPage = components['schemas']['ListedPrintPage'];
export type MalformedBodyOrInvalidRequestOrAuthorizationCodeRejectedProblem = components['schemas']['MalformedBodyOrInvalidRequestOrAuthorizationCodeRejectedProblem'];
export type MalformedBodyOrInvalidRequestOrCredentialRefusedProblem = components['schemas']['MalformedBodyOrInvalidRequestOrCredentialRefusedProblem'];
export type MalformedBodyOrInvalidRequestProblem = components['schemas']['MalformedBodyOrInvalidRequestProblem'];
export type MarkAllListenedRequest = components['schemas']['MarkAllListenedRequest'];
export type MarkVideoRequest = components['schemas']['MarkVideoRequest'];
export type Member = components['schemas']['Member'];
export type Membership = components['schemas']['Membership'];
export type Money = components['schemas']['Money'];
export type MoneyInput = components['schemas']['MoneyInput'];
export type NameTakenOrLimitReachedOrErasureInProgressProblem = components['schemas']['NameTakenOrLimitReachedOrErasureInProgressProblem'];
export type NewsEntry = components['schemas']['NewsEntry'];
export type NewsEntryPage = components['schemas']['NewsEntryPage'];
export type NotAcceptableProblem = components['schemas']['NotAcceptableProblem'];
export type NotFoundProblem = components['schemas']['NotFoundProblem'];
export type OneTimeCodeRejectedProblem = components['schemas']['OneTimeCodeRejectedProblem'];
export type Order = components['schemas']['Order'];
export type Overlay = components['schemas']['Overlay'];
export type OverlayConnectedProblem = components['schemas']['OverlayConnectedProblem'];
export type OverlayKeyRejectedProblem = components['schemas']['OverlayKeyRejectedProblem'];
export type OverlayPage = components['schemas']['OverlayPage'];
export type Pageable = components['schemas']['Pageable'];
export type PayloadTooLargeProblem = components['schemas']['PayloadTooLargeProblem'];
export type Payment = components['schemas']['Payment'];
export type PaymentPage = components['schemas']['PaymentPage'];
export type PaymentWithdrawnOrAlertHeldOrLimitReachedProblem = components['schemas']['PaymentWithdrawnOrAlertHeldOrLimitReachedProblem'];
export type PaymentWithdrawnOrLimitReachedProblem = components['schemas']['PaymentWithdrawnOrLimitReachedProblem'];
export type Playlist = components['schemas']['Playlist'];
export type PlaylistPage = components['schemas']['PlaylistPage'];
export type PreconditionFailedProblem = components['schemas']['PreconditionFailedProblem'];
export type Print = components['schemas']['Print'];
export type PrintCsvAnswer = components['schemas']['PrintCsvAnswer'];
export type PrintCsvRequest = components['schemas']['PrintCsvRequest'];
export type Problem = components['schemas']['Problem'];
export type ProviderBadAnswerProblem = components['schemas']['ProviderBadAnswerProblem'];
export type ProviderTimeoutProblem = components['schemas']['ProviderTimeoutProblem'];
export type ProviderUnavailableOrProviderNotConfiguredOrProviderQuotaExceededOrStoreUnavailableProblem = components['schemas']['ProviderUnavailableOrProviderNotConfiguredOrProviderQuotaExceededOrStoreUnavailableProblem'];
export type ProviderUnavailableOrProviderNotConfiguredOrStoreUnavailableProblem = components['schemas']['ProviderUnavailableOrProviderNotConfiguredOrStoreUnavailableProblem'];
export type ProviderUnavailableOrStoreUnavailableProblem = components['schemas']['ProviderUnavailableOrStoreUnavailableProblem'];
export type PutConfigRequest = components['schemas']['PutConfigRequest'];
export type RateLimitedProblem = components['schemas']['RateLimitedProblem'];
export type ReadInvitationAnswer = components['schemas']['ReadInvitationAnswer'];
export type ReadInvitationRequest = components['schemas']['ReadInvitationRequest'];
export type ReceiveWebhookAnswer = components['schemas']['ReceiveWebhookAnswer'];
export type RegisteredAction = components['schemas']['RegisteredAction'];
export type RelinkRequiredOrAccountAlreadyLinkedOrRequestInProgressOrLimitReachedOrErasureInProgressProblem = components['schemas']['RelinkRequiredOrAccountAlreadyLinkedOrRequestInProgressOrLimitReachedOrErasureInProgressProblem'];
export type RemoveMemberRequest = components['schemas']['RemoveMemberRequest'];
export type RenameOverlayAnswer = components['schemas']['RenameOverlayAnswer'];
export type RenameOverlayRequest = components['schemas']['RenameOverlayRequest'];
export type RenewTicketAnswer = components['schemas']['RenewTicketAnswer'];
export type RenewTicketRequest = components['schemas']['RenewTicketRequest'];
export type RepeatAlertRequest = components['schemas']['RepeatAlertRequest'];
export type ResendEndpointMessageRequest = components['schemas']['ResendEndpointMessageRequest'];
export type RestoreHistoryItemRequest = components['schemas']['RestoreHistoryItemRequest'];
export type RevokeOverlayAnswer = components['schemas']['RevokeOverlayAnswer'];
export type RevokeOverlayRequest = components['schemas']['RevokeOverlayRequest'];
export type RotateEndpointSecretAnswer = components['schemas']['RotateEndpointSecretAnswer'];
export type RotateEndpointSecretRequest = components['schemas']['RotateEndpointSecretRequest'];
export type RotateWebhookUrlAnswer = components['schemas']['RotateWebhookUrlAnswer'];
export type RotateWebhookUrlRequest = components['schemas']['RotateWebhookUrlRequest'];
export type SetEndpointAnswer = components['schemas']['SetEndpointAnswer'];
export type SetEndpointRequest = components['schemas']['SetEndpointRequest'];
export type SetGatewayAnswer = components['schemas']['SetGatewayAnswer'];
export type SetGatewayRequest = components['schemas']['SetGatewayRequest'];
export type SetGoalRequest = components['schemas']['SetGoalRequest'];
export type SignIn = components['schemas']['SignIn'];
export type SignatureRejectedProblem = components['schemas']['SignatureRejectedProblem'];
export type SkipVideoRequest = components['schemas']['SkipVideoRequest'];
export type Source = components['schemas']['Source'];
export type SourcePage = components['schemas']['SourcePage'];
export type StoreUnavailableProblem = components['schemas']['StoreUnavailableProblem'];
export type StoredVideo = components['schemas']['StoredVideo'];
export type StoredVideoPage = components['schemas']['StoredVideoPage'];
export type TestAlertAnswer = components['schemas']['TestAlertAnswer'];
export type TestAlertRequest = components['schemas']['TestAlertRequest'];
export type TestAnnouncementRequest = components['schemas']['TestAnnouncementRequest'];
export type TestEndpointAnswer = components['schemas']['TestEndpointAnswer'];
export type TestEndpointRequest = components['schemas']['TestEndpointRequest'];
export type ToggleActionAnswer = components['schemas']['ToggleActionAnswer'];
export type ToggleActionRequest = components['schemas']['ToggleActionRequest'];
export type ToggleGatewayAnswer = components['schemas']['ToggleGatewayAnswer'];
export type ToggleGatewayRequest = components['schemas']['ToggleGatewayRequest'];
export type ToggleTokenAnswer = components['schemas']['ToggleTokenAnswer'];
export type ToggleTokenRequest = components['schemas']['ToggleTokenRequest'];
export type Token = components['schemas']['Token'];
export type TokenDisabledOrRelinkRequiredProblem = components['schemas']['TokenDisabledOrRelinkRequiredProblem'];
export type TokenPage = components['schemas']['TokenPage'];
export type TracePaymentAnswer = components['schemas']['TracePaymentAnswer'];
export type TraceStep = components['schemas']['TraceStep'];
export type UnauthorizedProblem = components['schemas']['UnauthorizedProblem'];
export type UnlinkChatRequest = components['schemas']['UnlinkChatRequest'];
export type UnlinkTokenRequest = components['schemas']['UnlinkTokenRequest'];
export type UnsupportedMediaTypeProblem = components['schemas']['UnsupportedMediaTypeProblem'];
export type UpdateAnnouncersRequest = components['schemas']['UpdateAnnouncersRequest'];
export type Upload = components['schemas']['Upload'];
export type Violation = components['schemas']['Violation'];
export type ResponseAccountAlreadyLinkedOrLimitReachedOrErasureInProgress = components['responses']['AccountAlreadyLinkedOrLimitReachedOrErasureInProgress'];
export type ResponseAccountAlreadyLinkedOrRequestInProgressOrLimitReachedOrErasureInProgress = components['responses']['AccountAlreadyLinkedOrRequestInProgressOrLimitReachedOrErasureInProgress'];
export type ResponseActionCompleted = components['responses']['ActionCompleted'];
export type ResponseAlertDecidedOrLimitReached = components['responses']['AlertDecidedOrLimitReached'];
export type ResponseChatAlreadyLinkedOrLimitReached = components['responses']['ChatAlreadyLinkedOrLimitReached'];
export type ResponseCredentialIncompleteOrErasureInProgress = components['responses']['CredentialIncompleteOrErasureInProgress'];
export type ResponseForbidden = components['responses']['Forbidden'];
export type ResponseForbiddenOrGatewayError = components['responses']['ForbiddenOrGatewayError'];
export type ResponseGatewayNotFound = components['responses']['GatewayNotFound'];
export type ResponseGatewayRequestHeaderFieldsTooLarge = components['responses']['GatewayRequestHeaderFieldsTooLarge'];
export type ResponseGatewayServiceUnavailable = components['responses']['GatewayServiceUnavailable'];
export type ResponseGatewayTooManyRequests = components['responses']['GatewayTooManyRequests'];
export type ResponseIdempotencyKeyReused = components['responses']['IdempotencyKeyReused'];
export type ResponseInternalErrorOrGatewayError = components['responses']['InternalErrorOrGatewayError'];
export type ResponseInvalidRequest = components['responses']['InvalidRequest'];
export type ResponseInvalidRequestOrGatewayError = components['responses']['InvalidRequestOrGatewayError'];
export type ResponseLimitReached = components['responses']['LimitReached'];
export type ResponseLimitReachedOrErasureInProgress = components['responses']['LimitReachedOrErasureInProgress'];
export type ResponseMalformedBodyOrInvalidRequest = components['responses']['MalformedBodyOrInvalidRequest'];
export type ResponseMalformedBodyOrInvalidRequestOrAuthorizationCodeRejected = components['responses']['MalformedBodyOrInvalidRequestOrAuthorizationCodeRejected'];
export type ResponseMalformedBodyOrInvalidRequestOrCredentialRefused = components['responses']['MalformedBodyOrInvalidRequestOrCredentialRefused'];
export type ResponseMalformedBodyOrInvalidRequestOrGatewayError = components['responses']['MalformedBodyOrInvalidRequestOrGatewayError'];
export type ResponseNameTakenOrLimitReachedOrErasureInProgress = components['responses']['NameTakenOrLimitReachedOrErasureInProgress'];
export type ResponseNotAcceptable = components['responses']['NotAcceptable'];
export type ResponseNotFound = components['responses']['NotFound'];
export type ResponseNotFoundOrGatewayError = components['responses']['NotFoundOrGatewayError'];
export type ResponseOneTimeCodeRejected = components['responses']['OneTimeCodeRejected'];
export type ResponseOverlayConnected = components['responses']['OverlayConnected'];
export type ResponseOverlayKeyRejected = components['responses']['OverlayKeyRejected'];
export type ResponsePayloadTooLargeOrGatewayError = components['responses']['PayloadTooLargeOrGatewayError'];
export type ResponsePaymentWithdrawnOrAlertHeldOrLimitReached = components['responses']['PaymentWithdrawnOrAlertHeldOrLimitReached'];
export type ResponsePaymentWithdrawnOrLimitReached = components['responses']['PaymentWithdrawnOrLimitReached'];
export type ResponsePreconditionFailed = components['responses']['PreconditionFailed'];
export type ResponseProviderBadAnswer = components['responses']['ProviderBadAnswer'];
export type ResponseProviderTimeout = components['responses']['ProviderTimeout'];
export type ResponseProviderUnavailableOrProviderNotConfiguredOrProviderQuotaExceededOrStoreUnavailableOrGatewayError = components['responses']['ProviderUnavailableOrProviderNotConfiguredOrProviderQuotaExceededOrStoreUnavailableOrGatewayError'];
export type ResponseProviderUnavailableOrProviderNotConfiguredOrStoreUnavailableOrGatewayError = components['responses']['ProviderUnavailableOrProviderNotConfiguredOrStoreUnavailableOrGatewayError'];
export type ResponseProviderUnavailableOrStoreUnavailableOrGatewayError = components['responses']['ProviderUnavailableOrStoreUnavailableOrGatewayError'];
export type ResponseRateLimitedOrGatewayError = components['responses']['RateLimitedOrGatewayError'];
export type ResponseRelinkRequiredOrAccountAlreadyLinkedOrRequestInProgressOrLimitReachedOrErasureInProgress = components['responses']['RelinkRequiredOrAccountAlreadyLinkedOrRequestInProgressOrLimitReachedOrErasureInProgress'];
export type ResponseSignatureRejected = components['responses']['SignatureRejected'];
export type ResponseStoreUnavailableOrGatewayError = components['responses']['StoreUnavailableOrGatewayError'];
export type ResponseTokenDisabledOrRelinkRequired = components['responses']['TokenDisabledOrRelinkRequired'];
export type ResponseUnauthorizedOrGatewayError = components['responses']['UnauthorizedOrGatewayError'];
export type ResponseUnsupportedMediaType = components['responses']['UnsupportedMediaType'];
export type ParameterIdempotencyKey = components['parameters']['IdempotencyKey'];
export type ParameterRecipient = components['parameters']['Recipient'];
export type HeaderIdempotentReplayed = components['headers']['IdempotentReplayed'];
export type HeaderRetryAfter = components['headers']['RetryAfter'];
export type HeaderWwwAuthenticate = components['headers']['WwwAuthenticate'];
export type $defs = Record<string, never>;
export interface operations {
    readonly getExternalPlaylist: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path: {
                readonly playlistId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ExternalPlaylist"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrGatewayError"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFoundOrGatewayError"];
            readonly 429: components["responses"]["RateLimitedOrGatewayError"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 502: components["responses"]["ProviderBadAnswer"];
            readonly 503: components["responses"]["ProviderUnavailableOrProviderNotConfiguredOrProviderQuotaExceededOrStoreUnavailableOrGatewayError"];
            readonly 504: components["responses"]["ProviderTimeout"];
        };
    };
    readonly updateAnnouncers: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UpdateAnnouncersRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Empty"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["LimitReachedOrErasureInProgress"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimitedOrGatewayError"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly addActions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AddActionsRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AddActionsAnswer"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 409: components["responses"]["LimitReachedOrErasureInProgress"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimitedOrGatewayError"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly listConfigs: {
        readonly parameters: {
            readonly query?: {
                /** @description number of the page, from 0; a negative number becomes 0. Every page below `totalPages` can be requested. In lists that grow without a limit, numbers reach the first 1,000 items (in `/alerts` without a filter or with only a period, all); a page beyond is refused, and the error names the page whose `next` link continues */
                readonly page?: number;
                /** @description items of a page; above 100 it becomes 100, below 1 the default. A page has fewer items if more would exceed 5 MB; its `next` link leads to the rest */
                readonly size?: number;
                /** @description `property,asc` or `property,desc`; repeatable. An unknown property is ignored; `pageable.orderBy` names the order that was used */
                readonly sort?: string;
                /** @description opaque, from the `next` link of an earlier page; excludes `page` */
                readonly cursor?: string;
                readonly id?: string;
                readonly name?: string;
            };
            readonly header?: {
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly Link?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConfigRecordPage"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrGatewayError"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly putConfig: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "If-Match"?: string;
                readonly "If-None-Match"?: "*";
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PutConfigRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly ETag: string;
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ConfigRecord"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["NameTakenOrLimitReachedOrErasureInProgress"];
            readonly 412: components["responses"]["PreconditionFailed"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimitedOrGatewayError"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly addAnnouncer: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AddAnnouncerRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Empty"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 409: components["responses"]["LimitReachedOrErasureInProgress"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly addNews: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AddNewsRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly ETag: string;
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NewsEntry"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 409: components["responses"]["LimitReachedOrErasureInProgress"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimitedOrGatewayError"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly printCsv: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PrintCsvRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PrintCsvAnswer"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 409: components["responses"]["LimitReachedOrErasureInProgress"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimitedOrGatewayError"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly linkKick: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LinkKickRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LinkedAccount"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequestOrAuthorizationCodeRejected"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 409: components["responses"]["AccountAlreadyLinkedOrRequestInProgressOrLimitReachedOrErasureInProgress"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimitedOrGatewayError"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 502: components["responses"]["ProviderBadAnswer"];
            readonly 503: components["responses"]["ProviderUnavailableOrProviderNotConfiguredOrStoreUnavailableOrGatewayError"];
            readonly 504: components["responses"]["ProviderTimeout"];
        };
    };
    readonly toggleToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ToggleTokenRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ToggleTokenAnswer"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly getAccessToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["GetAccessTokenRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GetAccessTokenAnswer"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["TokenDisabledOrRelinkRequired"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 502: components["responses"]["ProviderBadAnswer"];
            readonly 503: components["responses"]["ProviderUnavailableOrProviderNotConfiguredOrStoreUnavailableOrGatewayError"];
            readonly 504: components["responses"]["ProviderTimeout"];
        };
    };
    readonly deleteHistoryItem: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DeleteHistoryItemRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Empty"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["LimitReached"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly repeatAlert: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RepeatAlertRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Empty"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["PaymentWithdrawnOrAlertHeldOrLimitReached"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly changeAgreement: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ChangeAgreementRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChangeAgreementAnswer"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 409: components["responses"]["LimitReachedOrErasureInProgress"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly toggleGateway: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ToggleGatewayRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ToggleGatewayAnswer"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["CredentialIncompleteOrErasureInProgress"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly exchangeOneTimeCode: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description the code; excludes `otp` in the body */
                readonly "X-One-Time-Code"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ExchangeOneTimeCodeRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ExchangeOneTimeCodeAnswer"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["OneTimeCodeRejected"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly markAllListened: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["MarkAllListenedRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Empty"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly listPlaylists: {
        readonly parameters: {
            readonly query?: {
                /** @description number of the page, from 0; a negative number becomes 0. Every page below `totalPages` can be requested. In lists that grow without a limit, numbers reach the first 1,000 items (in `/alerts` without a filter or with only a period, all); a page beyond is refused, and the error names the page whose `next` link continues */
                readonly page?: number;
                /** @description items of a page; above 100 it becomes 100, below 1 the default. A page has fewer items if more would exceed 5 MB; its `next` link leads to the rest */
                readonly size?: number;
                /** @description `property,asc` or `property,desc`; repeatable. An unknown property is ignored; `pageable.orderBy` names the order that was used */
                readonly sort?: string;
                /** @description opaque, from the `next` link of an earlier page; excludes `page` */
                readonly cursor?: string;
                readonly id?: string;
            };
            readonly header?: {
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly Link?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PlaylistPage"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrGatewayError"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly listAlerts: {
        readonly parameters: {
            readonly query?: {
                /** @description number of the page, from 0; a negative number becomes 0. Every page below `totalPages` can be requested. In lists that grow without a limit, numbers reach the first 1,000 items (in `/alerts` without a filter or with only a period, all); a page beyond is refused, and the error names the page whose `next` link continues */
                readonly page?: number;
                /** @description items of a page; above 100 it becomes 100, below 1 the default. A page has fewer items if more would exceed 5 MB; its `next` link leads to the rest */
                readonly size?: number;
                /** @description `property,asc` or `property,desc`; repeatable. An unknown property is ignored; `pageable.orderBy` names the order that was used */
                readonly sort?: string;
                /** @description opaque, from the `next` link of an earlier page; excludes `page` */
                readonly cursor?: string;
                readonly after?: string;
                readonly before?: string;
                readonly hidden?: "true" | "false";
                readonly held?: "true" | "false";
                readonly nickname?: string;
                readonly system?: string;
                readonly levelName?: string;
            };
            readonly header?: {
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly Link?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AlertPage"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrGatewayError"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly getPayment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Payment"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrGatewayError"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFoundOrGatewayError"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly getVideos: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path: {
                /** @description up to 50 video ids, separated by commas */
                readonly ids: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["StoredVideo"] | readonly components["schemas"]["StoredVideo"][];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrGatewayError"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFoundOrGatewayError"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly listAnnouncers: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["Announcer"][];
                };
            };
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly getVkLiveToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["GetVkLiveTokenRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GetVkLiveTokenAnswer"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequestOrAuthorizationCodeRejected"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 409: components["responses"]["AccountAlreadyLinkedOrLimitReachedOrErasureInProgress"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimitedOrGatewayError"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 502: components["responses"]["ProviderBadAnswer"];
            readonly 503: components["responses"]["ProviderUnavailableOrProviderNotConfiguredOrStoreUnavailableOrGatewayError"];
            readonly 504: components["responses"]["ProviderTimeout"];
        };
    };
    readonly getAnnouncer: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AnnouncerDetails"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrGatewayError"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFoundOrGatewayError"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly testAnnouncement: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["TestAnnouncementRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Empty"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimitedOrGatewayError"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly listBots: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["Bot"][];
                };
            };
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly linkChat: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LinkChatRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChatCode"] | components["schemas"]["Chat"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["ChatAlreadyLinkedOrLimitReached"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimitedOrGatewayError"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 502: components["responses"]["ProviderBadAnswer"];
            readonly 503: components["responses"]["ProviderUnavailableOrStoreUnavailableOrGatewayError"];
            readonly 504: components["responses"]["ProviderTimeout"];
        };
    };
    readonly listChats: {
        readonly parameters: {
            readonly query?: {
                /** @description number of the page, from 0; a negative number becomes 0. Every page below `totalPages` can be requested. In lists that grow without a limit, numbers reach the first 1,000 items (in `/alerts` without a filter or with only a period, all); a page beyond is refused, and the error names the page whose `next` link continues */
                readonly page?: number;
                /** @description items of a page; above 100 it becomes 100, below 1 the default. A page has fewer items if more would exceed 5 MB; its `next` link leads to the rest */
                readonly size?: number;
                /** @description `property,asc` or `property,desc`; repeatable. An unknown property is ignored; `pageable.orderBy` names the order that was used */
                readonly sort?: string;
                /** @description opaque, from the `next` link of an earlier page; excludes `page` */
                readonly cursor?: string;
                readonly id?: string;
            };
            readonly header?: {
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly Link?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ChatPage"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrGatewayError"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly unlinkChat: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UnlinkChatRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Empty"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly receiveMessengerWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "X-Telegram-Bot-Api-Secret-Token"?: string;
                readonly "X-Max-Bot-Api-Secret"?: string;
            };
            readonly path: {
                readonly accountId: string;
            };
            readonly cookie?: never;
        };
        /** @description The bytes that the sender signed. Any content type is taken. */
        readonly requestBody: {
            readonly content: {
                readonly "application/octet-stream": string;
            };
        };
        readonly responses: {
            /** @description Accepted. Empty. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/plain; charset=utf-8": string;
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequestOrGatewayError"];
            readonly 401: components["responses"]["SignatureRejected"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["GatewayNotFound"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 502: components["responses"]["ProviderBadAnswer"];
            readonly 503: components["responses"]["ProviderUnavailableOrStoreUnavailableOrGatewayError"];
            readonly 504: components["responses"]["ProviderTimeout"];
        };
    };
    readonly listHistory: {
        readonly parameters: {
            readonly query?: {
                /** @description number of the page, from 0; a negative number becomes 0. Every page below `totalPages` can be requested. In lists that grow without a limit, numbers reach the first 1,000 items (in `/alerts` without a filter or with only a period, all); a page beyond is refused, and the error names the page whose `next` link continues */
                readonly page?: number;
                /** @description items of a page; above 100 it becomes 100, below 1 the default. A page has fewer items if more would exceed 5 MB; its `next` link leads to the rest */
                readonly size?: number;
                /** @description `property,asc` or `property,desc`; repeatable. An unknown property is ignored; `pageable.orderBy` names the order that was used */
                readonly sort?: string;
                /** @description opaque, from the `next` link of an earlier page; excludes `page` */
                readonly cursor?: string;
                readonly after?: string;
                readonly before?: string;
                readonly systems?: string;
                readonly events?: string;
                readonly deleted?: "true" | "false";
            };
            readonly header?: {
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly Link?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["HistoryItemPage"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrGatewayError"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly getHistoryItem: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path: {
                readonly historyItemId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["HistoryItem"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrGatewayError"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFoundOrGatewayError"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly addHistoryItems: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AddHistoryItemsRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AddHistoryItemsAnswer"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 409: components["responses"]["LimitReached"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimitedOrGatewayError"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly restoreHistoryItem: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RestoreHistoryItemRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Empty"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["PaymentWithdrawnOrLimitReached"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly getPrint: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly printId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Print"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrGatewayError"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFoundOrGatewayError"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly listPrints: {
        readonly parameters: {
            readonly query?: {
                /** @description number of the page, from 0; a negative number becomes 0. Every page below `totalPages` can be requested. In lists that grow without a limit, numbers reach the first 1,000 items (in `/alerts` without a filter or with only a period, all); a page beyond is refused, and the error names the page whose `next` link continues */
                readonly page?: number;
                /** @description items of a page; above 100 it becomes 100, below 1 the default. A page has fewer items if more would exceed 5 MB; its `next` link leads to the rest */
                readonly size?: number;
                /** @description `property,asc` or `property,desc`; repeatable. An unknown property is ignored; `pageable.orderBy` names the order that was used */
                readonly sort?: string;
                /** @description opaque, from the `next` link of an earlier page; excludes `page` */
                readonly cursor?: string;
                readonly id?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly Link?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ListedPrintPage"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrGatewayError"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly deletePrint: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DeletePrintRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Empty"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly setGoal: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetGoalRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GoalState"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 409: components["responses"]["LimitReached"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimitedOrGatewayError"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly deleteGoal: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DeleteGoalRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Empty"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 409: components["responses"]["LimitReached"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly listGoals: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ListGoalsAnswer"];
                };
            };
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly listLeaders: {
        readonly parameters: {
            readonly query: {
                /** @description number of the page, from 0; a negative number becomes 0. Every page below `totalPages` can be requested. In lists that grow without a limit, numbers reach the first 1,000 items (in `/alerts` without a filter or with only a period, all); a page beyond is refused, and the error names the page whose `next` link continues */
                readonly page?: number;
                /** @description items of a page; above 100 it becomes 100, below 1 the default. A page has fewer items if more would exceed 5 MB; its `next` link leads to the rest */
                readonly size?: number;
                /** @description `property,asc` or `property,desc`; repeatable. An unknown property is ignored; `pageable.orderBy` names the order that was used */
                readonly sort?: string;
                /** @description opaque, from the `next` link of an earlier page; excludes `page` */
                readonly cursor?: string;
                /** @description a date or month of UTC, such as `2026-03-01` or `2026-03`, or `all` */
                readonly period?: string;
                readonly currency: string;
            };
            readonly header?: {
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly Link?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LeaderPage"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrGatewayError"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly testAlert: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["TestAlertRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TestAlertAnswer"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 409: components["responses"]["LimitReached"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimitedOrGatewayError"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly controlShow: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ControlShowRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ControlShowAnswer"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 409: components["responses"]["LimitReached"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimitedOrGatewayError"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly getShow: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GetShowAnswer"];
                };
            };
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly decideAlert: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DecideAlertRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Empty"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["AlertDecidedOrLimitReached"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly createTicket: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateTicketRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CreateTicketAnswer"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 409: components["responses"]["LimitReachedOrErasureInProgress"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimitedOrGatewayError"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly renewTicket: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RenewTicketRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RenewTicketAnswer"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["OverlayKeyRejected"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 409: components["responses"]["OverlayConnected"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimitedOrGatewayError"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly listOverlays: {
        readonly parameters: {
            readonly query?: {
                /** @description number of the page, from 0; a negative number becomes 0. Every page below `totalPages` can be requested. In lists that grow without a limit, numbers reach the first 1,000 items (in `/alerts` without a filter or with only a period, all); a page beyond is refused, and the error names the page whose `next` link continues */
                readonly page?: number;
                /** @description items of a page; above 100 it becomes 100, below 1 the default. A page has fewer items if more would exceed 5 MB; its `next` link leads to the rest */
                readonly size?: number;
                /** @description `property,asc` or `property,desc`; repeatable. An unknown property is ignored; `pageable.orderBy` names the order that was used */
                readonly sort?: string;
                /** @description opaque, from the `next` link of an earlier page; excludes `page` */
                readonly cursor?: string;
                readonly id?: string;
            };
            readonly header?: {
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly Link?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OverlayPage"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrGatewayError"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly renameOverlay: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RenameOverlayRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RenameOverlayAnswer"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly revokeOverlay: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RevokeOverlayRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RevokeOverlayAnswer"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly checkOverlays: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CheckOverlaysRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CheckOverlaysAnswer"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimitedOrGatewayError"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly getOverlay: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Accept-Encoding"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description An HTML document without external parts */
            readonly 200: {
                headers: {
                    readonly "Content-Security-Policy": string;
                    readonly "Cross-Origin-Opener-Policy": string;
                    readonly "Referrer-Policy": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/html; charset=utf-8": string;
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["GatewayServiceUnavailable"];
        };
    };
    readonly listActions: {
        readonly parameters: {
            readonly query?: {
                /** @description number of the page, from 0; a negative number becomes 0. Every page below `totalPages` can be requested. In lists that grow without a limit, numbers reach the first 1,000 items (in `/alerts` without a filter or with only a period, all); a page beyond is refused, and the error names the page whose `next` link continues */
                readonly page?: number;
                /** @description items of a page; above 100 it becomes 100, below 1 the default. A page has fewer items if more would exceed 5 MB; its `next` link leads to the rest */
                readonly size?: number;
                /** @description `property,asc` or `property,desc`; repeatable. An unknown property is ignored; `pageable.orderBy` names the order that was used */
                readonly sort?: string;
                /** @description opaque, from the `next` link of an earlier page; excludes `page` */
                readonly cursor?: string;
                readonly id?: string;
                readonly game?: string;
                readonly category?: string;
            };
            readonly header?: {
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly Link?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ActionPage"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrGatewayError"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly toggleAction: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ToggleActionRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ToggleActionAnswer"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly deleteAction: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DeleteActionRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Empty"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly completeAction: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CompleteActionRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CompleteActionAnswer"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["ActionCompleted"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly deleteConfig: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DeleteConfigRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Empty"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly listNews: {
        readonly parameters: {
            readonly query?: {
                /** @description number of the page, from 0; a negative number becomes 0. Every page below `totalPages` can be requested. In lists that grow without a limit, numbers reach the first 1,000 items (in `/alerts` without a filter or with only a period, all); a page beyond is refused, and the error names the page whose `next` link continues */
                readonly page?: number;
                /** @description items of a page; above 100 it becomes 100, below 1 the default. A page has fewer items if more would exceed 5 MB; its `next` link leads to the rest */
                readonly size?: number;
                /** @description `property,asc` or `property,desc`; repeatable. An unknown property is ignored; `pageable.orderBy` names the order that was used */
                readonly sort?: string;
                /** @description opaque, from the `next` link of an earlier page; excludes `page` */
                readonly cursor?: string;
                readonly id?: string;
            };
            readonly header?: {
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly Link?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NewsEntryPage"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrGatewayError"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly changeNews: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "If-Match"?: string;
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ChangeNewsRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly ETag: string;
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NewsEntry"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFound"];
            readonly 412: components["responses"]["PreconditionFailed"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimitedOrGatewayError"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly deleteNews: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DeleteNewsRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Empty"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly listPayments: {
        readonly parameters: {
            readonly query?: {
                /** @description number of the page, from 0; a negative number becomes 0. Every page below `totalPages` can be requested. In lists that grow without a limit, numbers reach the first 1,000 items (in `/alerts` without a filter or with only a period, all); a page beyond is refused, and the error names the page whose `next` link continues */
                readonly page?: number;
                /** @description items of a page; above 100 it becomes 100, below 1 the default. A page has fewer items if more would exceed 5 MB; its `next` link leads to the rest */
                readonly size?: number;
                /** @description `property,asc` or `property,desc`; repeatable. An unknown property is ignored; `pageable.orderBy` names the order that was used */
                readonly sort?: string;
                /** @description opaque, from the `next` link of an earlier page; excludes `page` */
                readonly cursor?: string;
                readonly status?: "inited" | "completed" | "failed" | "refunded" | "disputed";
                readonly test?: "true" | "false";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly Link?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PaymentPage"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrGatewayError"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly tracePayment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TracePaymentAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrGatewayError"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFoundOrGatewayError"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly listGateways: {
        readonly parameters: {
            readonly query?: {
                /** @description number of the page, from 0; a negative number becomes 0. Every page below `totalPages` can be requested. In lists that grow without a limit, numbers reach the first 1,000 items (in `/alerts` without a filter or with only a period, all); a page beyond is refused, and the error names the page whose `next` link continues */
                readonly page?: number;
                /** @description items of a page; above 100 it becomes 100, below 1 the default. A page has fewer items if more would exceed 5 MB; its `next` link leads to the rest */
                readonly size?: number;
                /** @description `property,asc` or `property,desc`; repeatable. An unknown property is ignored; `pageable.orderBy` names the order that was used */
                readonly sort?: string;
                /** @description opaque, from the `next` link of an earlier page; excludes `page` */
                readonly cursor?: string;
                readonly id?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly Link?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GatewayPage"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrGatewayError"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly setGateway: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetGatewayRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SetGatewayAnswer"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequestOrCredentialRefused"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["LimitReachedOrErasureInProgress"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimitedOrGatewayError"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly rotateWebhookUrl: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RotateWebhookUrlRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RotateWebhookUrlAnswer"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly deleteGateway: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DeleteGatewayRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Empty"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly receiveWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Webhook-Id"?: string;
                readonly "Webhook-Timestamp"?: string;
                readonly "Webhook-Signature"?: string;
                readonly "Stripe-Signature"?: string;
                readonly "Paypal-Transmission-Id"?: string;
                readonly "Paypal-Transmission-Time"?: string;
                readonly "Paypal-Transmission-Sig"?: string;
                readonly "Paypal-Cert-Url"?: string;
                readonly "Paypal-Auth-Algo"?: string;
            };
            readonly path: {
                readonly recipientId: string;
                readonly gatewayId: string;
            };
            readonly cookie?: never;
        };
        /** @description The bytes that the sender signed. Any content type is taken. */
        readonly requestBody: {
            readonly content: {
                readonly "application/octet-stream": string;
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReceiveWebhookAnswer"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequestOrGatewayError"];
            readonly 401: components["responses"]["SignatureRejected"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["GatewayNotFound"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 429: components["responses"]["RateLimitedOrGatewayError"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 502: components["responses"]["ProviderBadAnswer"];
            readonly 503: components["responses"]["ProviderUnavailableOrProviderNotConfiguredOrStoreUnavailableOrGatewayError"];
            readonly 504: components["responses"]["ProviderTimeout"];
        };
    };
    readonly receivePlatformWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Webhook-Id"?: string;
                readonly "Webhook-Timestamp"?: string;
                readonly "Webhook-Signature"?: string;
                readonly "Twitch-Eventsub-Message-Id"?: string;
                readonly "Twitch-Eventsub-Message-Timestamp"?: string;
                readonly "Twitch-Eventsub-Message-Signature"?: string;
                readonly "Twitch-Eventsub-Message-Type"?: string;
                readonly "Kick-Event-Message-Id"?: string;
                readonly "Kick-Event-Message-Timestamp"?: string;
                readonly "Kick-Event-Signature"?: string;
                readonly "Kick-Event-Type"?: string;
            };
            readonly path: {
                readonly platform: string;
            };
            readonly cookie?: never;
        };
        /** @description The bytes that the sender signed. Any content type is taken. */
        readonly requestBody: {
            readonly content: {
                readonly "application/octet-stream": string;
            };
        };
        readonly responses: {
            /** @description The event was accepted. The body is empty, or the challenge of a new subscription, which is returned. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/plain; charset=utf-8": string;
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequestOrGatewayError"];
            readonly 401: components["responses"]["SignatureRejected"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFoundOrGatewayError"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 502: components["responses"]["ProviderBadAnswer"];
            readonly 503: components["responses"]["ProviderUnavailableOrProviderNotConfiguredOrStoreUnavailableOrGatewayError"];
            readonly 504: components["responses"]["ProviderTimeout"];
        };
    };
    readonly listSources: {
        readonly parameters: {
            readonly query?: {
                /** @description number of the page, from 0; a negative number becomes 0. Every page below `totalPages` can be requested. In lists that grow without a limit, numbers reach the first 1,000 items (in `/alerts` without a filter or with only a period, all); a page beyond is refused, and the error names the page whose `next` link continues */
                readonly page?: number;
                /** @description items of a page; above 100 it becomes 100, below 1 the default. A page has fewer items if more would exceed 5 MB; its `next` link leads to the rest */
                readonly size?: number;
                /** @description `property,asc` or `property,desc`; repeatable. An unknown property is ignored; `pageable.orderBy` names the order that was used */
                readonly sort?: string;
                /** @description opaque, from the `next` link of an earlier page; excludes `page` */
                readonly cursor?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly Link?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SourcePage"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrGatewayError"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly linkSource: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LinkSourceRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LinkedAccount"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequestOrAuthorizationCodeRejected"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 409: components["responses"]["RelinkRequiredOrAccountAlreadyLinkedOrRequestInProgressOrLimitReachedOrErasureInProgress"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimitedOrGatewayError"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 502: components["responses"]["ProviderBadAnswer"];
            readonly 503: components["responses"]["ProviderUnavailableOrProviderNotConfiguredOrStoreUnavailableOrGatewayError"];
            readonly 504: components["responses"]["ProviderTimeout"];
        };
    };
    readonly linkTwitch: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LinkTwitchRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LinkedAccount"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequestOrAuthorizationCodeRejected"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 409: components["responses"]["AccountAlreadyLinkedOrRequestInProgressOrLimitReachedOrErasureInProgress"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimitedOrGatewayError"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 502: components["responses"]["ProviderBadAnswer"];
            readonly 503: components["responses"]["ProviderUnavailableOrProviderNotConfiguredOrStoreUnavailableOrGatewayError"];
            readonly 504: components["responses"]["ProviderTimeout"];
        };
    };
    readonly linkVkLive: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LinkVkLiveRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["LinkedAccount"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequestOrAuthorizationCodeRejected"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 409: components["responses"]["AccountAlreadyLinkedOrRequestInProgressOrLimitReachedOrErasureInProgress"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimitedOrGatewayError"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 502: components["responses"]["ProviderBadAnswer"];
            readonly 503: components["responses"]["ProviderUnavailableOrProviderNotConfiguredOrStoreUnavailableOrGatewayError"];
            readonly 504: components["responses"]["ProviderTimeout"];
        };
    };
    readonly listPlatforms: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["SignIn"][];
                };
            };
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly listTokens: {
        readonly parameters: {
            readonly query?: {
                /** @description number of the page, from 0; a negative number becomes 0. Every page below `totalPages` can be requested. In lists that grow without a limit, numbers reach the first 1,000 items (in `/alerts` without a filter or with only a period, all); a page beyond is refused, and the error names the page whose `next` link continues */
                readonly page?: number;
                /** @description items of a page; above 100 it becomes 100, below 1 the default. A page has fewer items if more would exceed 5 MB; its `next` link leads to the rest */
                readonly size?: number;
                /** @description `property,asc` or `property,desc`; repeatable. An unknown property is ignored; `pageable.orderBy` names the order that was used */
                readonly sort?: string;
                /** @description opaque, from the `next` link of an earlier page; excludes `page` */
                readonly cursor?: string;
                readonly id?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly Link?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TokenPage"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrGatewayError"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly unlinkToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UnlinkTokenRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Empty"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly exportData: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ExportDataRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ExportDataAnswer"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 409: components["responses"]["LimitReachedOrErasureInProgress"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimitedOrGatewayError"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly getExport: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly exportId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Export"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrGatewayError"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFoundOrGatewayError"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly eraseData: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["EraseDataRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EraseDataAnswer"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 409: components["responses"]["LimitReached"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimitedOrGatewayError"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly getErasure: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly erasureId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Erasure"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrGatewayError"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFoundOrGatewayError"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly createOneTimeCode: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreateOneTimeCodeRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["CreateOneTimeCodeAnswer"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimitedOrGatewayError"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly listVideos: {
        readonly parameters: {
            readonly query?: {
                /** @description number of the page, from 0; a negative number becomes 0. Every page below `totalPages` can be requested. In lists that grow without a limit, numbers reach the first 1,000 items (in `/alerts` without a filter or with only a period, all); a page beyond is refused, and the error names the page whose `next` link continues */
                readonly page?: number;
                /** @description items of a page; above 100 it becomes 100, below 1 the default. A page has fewer items if more would exceed 5 MB; its `next` link leads to the rest */
                readonly size?: number;
                /** @description `property,asc` or `property,desc`; repeatable. An unknown property is ignored; `pageable.orderBy` names the order that was used */
                readonly sort?: string;
                /** @description opaque, from the `next` link of an earlier page; excludes `page` */
                readonly cursor?: string;
                readonly status?: "prepared" | "ready" | "handled";
            };
            readonly header?: {
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly Link?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["StoredVideoPage"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrGatewayError"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly markVideo: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["MarkVideoRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Empty"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly skipVideo: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SkipVideoRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Empty"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["LimitReached"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly createPlaylist: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CreatePlaylistRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly ETag: string;
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Playlist"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 409: components["responses"]["LimitReachedOrErasureInProgress"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimitedOrGatewayError"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly changePlaylist: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "If-Match"?: string;
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ChangePlaylistRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly ETag: string;
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Playlist"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["LimitReachedOrErasureInProgress"];
            readonly 412: components["responses"]["PreconditionFailed"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimitedOrGatewayError"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly deletePlaylist: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DeletePlaylistRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Empty"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly getDonorPage: {
        readonly parameters: {
            readonly query?: {
                /** @description the id of an action: those behind it are answered */
                readonly after?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly recipientId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Cache-Control": string;
                    readonly Link?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GetDonorPageAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrGatewayError"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFoundOrGatewayError"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly beginPayment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly recipientId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["BeginPaymentRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BeginPaymentAnswer"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequestOrGatewayError"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFoundOrGatewayError"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimitedOrGatewayError"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 502: components["responses"]["ProviderBadAnswer"];
            readonly 503: components["responses"]["ProviderUnavailableOrProviderNotConfiguredOrStoreUnavailableOrGatewayError"];
            readonly 504: components["responses"]["ProviderTimeout"];
        };
    };
    readonly getDonorPayment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly token: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GetDonorPaymentAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrGatewayError"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFoundOrGatewayError"];
            readonly 429: components["responses"]["RateLimitedOrGatewayError"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 502: components["responses"]["ProviderBadAnswer"];
            readonly 503: components["responses"]["ProviderUnavailableOrProviderNotConfiguredOrStoreUnavailableOrGatewayError"];
            readonly 504: components["responses"]["ProviderTimeout"];
        };
    };
    readonly getDonationPage: {
        readonly parameters: {
            readonly query?: {
                readonly language?: "en" | "de" | "es" | "ru";
            };
            readonly header?: {
                readonly "Accept-Language"?: string;
                readonly "Accept-Encoding"?: string;
            };
            readonly path: {
                readonly recipientId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description An HTML document without external parts */
            readonly 200: {
                headers: {
                    readonly "Content-Language": string;
                    readonly "Content-Security-Policy": string;
                    readonly "Cross-Origin-Opener-Policy": string;
                    readonly "Referrer-Policy": string;
                    readonly Vary: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/html; charset=utf-8": string;
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrGatewayError"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["GatewayNotFound"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly setEndpoint: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SetEndpointRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SetEndpointAnswer"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["LimitReachedOrErasureInProgress"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimitedOrGatewayError"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly listEndpoints: {
        readonly parameters: {
            readonly query?: {
                /** @description number of the page, from 0; a negative number becomes 0. Every page below `totalPages` can be requested. In lists that grow without a limit, numbers reach the first 1,000 items (in `/alerts` without a filter or with only a period, all); a page beyond is refused, and the error names the page whose `next` link continues */
                readonly page?: number;
                /** @description items of a page; above 100 it becomes 100, below 1 the default. A page has fewer items if more would exceed 5 MB; its `next` link leads to the rest */
                readonly size?: number;
                /** @description `property,asc` or `property,desc`; repeatable. An unknown property is ignored; `pageable.orderBy` names the order that was used */
                readonly sort?: string;
                /** @description opaque, from the `next` link of an earlier page; excludes `page` */
                readonly cursor?: string;
                readonly id?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly Link?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EndpointPage"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrGatewayError"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly rotateEndpointSecret: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RotateEndpointSecretRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RotateEndpointSecretAnswer"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly deleteEndpoint: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DeleteEndpointRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Empty"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly testEndpoint: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["TestEndpointRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TestEndpointAnswer"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimitedOrGatewayError"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly listEndpointMessages: {
        readonly parameters: {
            readonly query?: {
                /** @description number of the page, from 0; a negative number becomes 0. Every page below `totalPages` can be requested. In lists that grow without a limit, numbers reach the first 1,000 items (in `/alerts` without a filter or with only a period, all); a page beyond is refused, and the error names the page whose `next` link continues */
                readonly page?: number;
                /** @description items of a page; above 100 it becomes 100, below 1 the default. A page has fewer items if more would exceed 5 MB; its `next` link leads to the rest */
                readonly size?: number;
                /** @description `property,asc` or `property,desc`; repeatable. An unknown property is ignored; `pageable.orderBy` names the order that was used */
                readonly sort?: string;
                /** @description opaque, from the `next` link of an earlier page; excludes `page` */
                readonly cursor?: string;
                readonly id?: string;
            };
            readonly header?: never;
            readonly path: {
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly Link?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EndpointMessagePage"];
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrGatewayError"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFoundOrGatewayError"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly resendEndpointMessage: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ResendEndpointMessageRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Empty"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["RateLimitedOrGatewayError"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly inviteMember: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["InviteMemberRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["InviteMemberAnswer"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 409: components["responses"]["LimitReachedOrErasureInProgress"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly readInvitation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ReadInvitationRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ReadInvitationAnswer"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly acceptInvitation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AcceptInvitationRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Membership"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["LimitReachedOrErasureInProgress"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly getMembers: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GetMembersAnswer"];
                };
            };
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly changeMember: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ChangeMemberRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Empty"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly removeMember: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RemoveMemberRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Empty"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly beginUpload: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["BeginUploadRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BeginUploadAnswer"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 409: components["responses"]["LimitReachedOrErasureInProgress"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 429: components["responses"]["RateLimitedOrGatewayError"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly checkUpload: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CheckUploadRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Upload"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly getUploads: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GetUploadsAnswer"];
                };
            };
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly deleteUpload: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description 1 to 255 printable ASCII characters, quoted or not. Makes a repetition safe: within 24 hours, the same key with the same body gets the stored answer, byte for byte. A request with another body gets 422.
                 * @example 01890a5d-ac96-774b-bcce-b302099a8057
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ownerId` for whom the caller acts, as its member; without it, the caller itself. Another recipient than those of `memberships` in `GET /members`, and one whose role is less than `x-least-role`, is 403. An id with other characters than letters, digits, `-` and `_` may be sent as `~` and its base64url. */
                readonly "X-Recipient"?: components["parameters"]["Recipient"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["DeleteUploadRequest"];
            };
        };
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Empty"];
                };
            };
            readonly 400: components["responses"]["MalformedBodyOrInvalidRequest"];
            readonly 401: components["responses"]["UnauthorizedOrGatewayError"];
            readonly 403: components["responses"]["ForbiddenOrGatewayError"];
            readonly 404: components["responses"]["NotFound"];
            readonly 413: components["responses"]["PayloadTooLargeOrGatewayError"];
            readonly 415: components["responses"]["UnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["StoreUnavailableOrGatewayError"];
        };
    };
    readonly getHealth: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Success */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GetHealthAnswer"];
                };
            };
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["GatewayServiceUnavailable"];
        };
    };
    readonly getOpenApi: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Accept-Encoding"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description An OpenAPI 3.1 document, which may be cached for an hour */
            readonly 200: {
                headers: {
                    readonly "Cache-Control": string;
                    readonly ETag: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["GetOpenApiAnswer"];
                };
            };
            readonly 400: components["responses"]["InvalidRequest"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["GatewayServiceUnavailable"];
        };
    };
    readonly getPanel: {
        readonly parameters: {
            readonly query?: {
                readonly language?: "en" | "de" | "es" | "ru";
            };
            readonly header?: {
                readonly "Accept-Language"?: string;
                readonly "Accept-Encoding"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description An HTML document without external parts */
            readonly 200: {
                headers: {
                    readonly "Content-Language": string;
                    readonly "Content-Security-Policy": string;
                    readonly "Cross-Origin-Opener-Policy": string;
                    readonly "Referrer-Policy": string;
                    readonly Vary: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/html; charset=utf-8": string;
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrGatewayError"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["GatewayServiceUnavailable"];
        };
    };
    readonly getPanelPart: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                readonly "Accept-Encoding"?: string;
            };
            readonly path: {
                readonly part: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A JavaScript module */
            readonly 200: {
                headers: {
                    readonly "Cache-Control": string;
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "text/javascript; charset=utf-8": string;
                };
            };
            readonly 400: components["responses"]["InvalidRequestOrGatewayError"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["NotFoundOrGatewayError"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 429: components["responses"]["GatewayTooManyRequests"];
            readonly 431: components["responses"]["GatewayRequestHeaderFieldsTooLarge"];
            readonly 500: components["responses"]["InternalErrorOrGatewayError"];
            readonly 503: components["responses"]["GatewayServiceUnavailable"];
        };
    };
}
