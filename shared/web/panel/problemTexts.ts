import type { ViolationCode } from '../../contract/violationCodes.ts'
import type { Answer } from '../client/answer.ts'
import type { paths } from '../client/generated/api.ts'
import type { TextTable } from '../sharedTexts.ts'

/** What programs, overlays, donors, gateways, messengers and platforms ask for, and pages as they are loaded. */
type AskedByOthers =
  | `/otp/${string}`
  | `/donors/${string}`
  | `/${string}/webhooks/${string}`
  | '/overlays/commands/renew-ticket'
  | '/openapi.json'
  | '/overlay'
  | `/donate/${string}`
  | `/panel${string}`
type Asked = paths[Exclude<keyof paths, AskedByOthers>]['get' | 'post' | 'put']

/** Each code with which an operation of the panel may answer, but for those that are said by the status. */
type Code = Exclude<NonNullable<Answer<Asked>['error']>['code'], 'unauthorized' | 'rate_limited' | 'gateway_error'>

type Named<Prefix extends string, Code extends string> = { readonly [Name in `${Prefix}_${Code}`]: TextTable[string] }

/** What a refusal means for a streamer, by its code, in English, German, Spanish and Russian. */
export const problemTexts = {
  problem_malformed_body: [
    'The service cannot read this.',
    'Der Dienst kann das nicht lesen.',
    'El servicio no puede leer esto.',
    'Сервис не может это прочитать.',
  ],
  problem_invalid_request: [
    'Please check what you entered.',
    'Bitte prüfe deine Angaben.',
    'Revisa los datos.',
    'Проверьте введённое.',
  ],
  problem_credential_refused: [
    'The gateway refuses this key.',
    'Der Zahlungsdienst lehnt diesen Schlüssel ab.',
    'La pasarela rechaza esta clave.',
    'Платёжный сервис отклонил этот ключ.',
  ],
  problem_authorization_code_rejected: [
    'The platform did not accept the sign-in. Please sign in again.',
    'Die Plattform hat die Anmeldung nicht angenommen. Bitte melde dich noch einmal an.',
    'La plataforma no aceptó el inicio de sesión. Hazlo otra vez.',
    'Платформа не приняла вход. Войдите ещё раз.',
  ],
  problem_forbidden: [
    'You may not do this.',
    'Das darfst du nicht.',
    'No tienes permiso para esto.',
    'У вас нет на это прав.',
  ],
  problem_not_found: ['This no longer exists.', 'Das gibt es nicht mehr.', 'Esto ya no existe.', 'Этого больше нет.'],
  problem_payment_withdrawn: [
    'This donation was refunded or is disputed.',
    'Diese Spende wurde erstattet oder ist angefochten.',
    'Esta donación fue reembolsada o está en disputa.',
    'Этот донат возвращён или оспорен.',
  ],
  problem_alert_held: [
    'This alert waits for your approval.',
    'Dieser Alert wartet auf deine Freigabe.',
    'Esta alerta espera tu aprobación.',
    'Это оповещение ждёт вашего одобрения.',
  ],
  problem_alert_decided: [
    'Somebody has already decided about this alert.',
    'Über diesen Alert ist schon entschieden.',
    'Alguien ya decidió sobre esta alerta.',
    'Решение об этом оповещении уже принято.',
  ],
  problem_action_completed: [
    'This action already has an outcome.',
    'Diese Aktion hat schon ein Ergebnis.',
    'Esta acción ya tiene un resultado.',
    'У этого действия уже есть исход.',
  ],
  problem_token_disabled: [
    'This account is off. Switch it on first.',
    'Dieses Konto ist aus. Schalte es zuerst ein.',
    'Esta cuenta está desactivada. Actívala primero.',
    'Этот аккаунт выключен. Сначала включите его.',
  ],
  problem_credential_incomplete: [
    'Something is still missing. Open “Set up” and add it.',
    'Es fehlt noch etwas. Trage es unter „Einrichten“ ein.',
    'Aún falta algo. Abre «Configurar» y complétalo.',
    'Ещё не всё указано. Откройте «Настроить» и дополните.',
  ],
  problem_relink_required: [
    'This account has to be linked again.',
    'Dieses Konto muss noch einmal verknüpft werden.',
    'Hay que volver a vincular esta cuenta.',
    'Этот аккаунт нужно привязать снова.',
  ],
  problem_account_already_linked: [
    'Somebody else has linked this account here.',
    'Dieses Konto hat hier schon jemand anders verknüpft.',
    'Otra persona ya vinculó esta cuenta.',
    'Этот аккаунт уже привязал кто-то другой.',
  ],
  problem_chat_already_linked: [
    'Somebody else has linked this chat here.',
    'Diesen Chat hat hier schon jemand anders verknüpft.',
    'Otra persona ya vinculó este chat.',
    'Этот чат уже привязал кто-то другой.',
  ],
  problem_request_in_progress: [
    'The same request is still running. Wait a moment.',
    'Dieselbe Anfrage läuft noch. Warte einen Moment.',
    'La misma solicitud sigue en curso. Espera un momento.',
    'Такой же запрос ещё выполняется. Подождите немного.',
  ],
  problem_name_taken: [
    'This name is taken. Choose another one.',
    'Dieser Name ist vergeben. Wähle einen anderen.',
    'Este nombre ya está en uso. Elige otro.',
    'Это имя занято. Выберите другое.',
  ],
  problem_limit_reached: [
    'There is no more room here. Delete something first.',
    'Hier ist kein Platz mehr. Lösche zuerst etwas.',
    'Ya no cabe nada más. Elimina algo primero.',
    'Здесь больше нет места. Сначала что-нибудь удалите.',
  ],
  problem_overlay_connected: [
    'Another page is connected as this overlay.',
    'Eine andere Seite ist schon als dieses Overlay verbunden.',
    'Otra página ya está conectada como este overlay.',
    'Как этот оверлей подключена другая страница.',
  ],
  problem_erasure_in_progress: [
    'Your data are being erased. Wait until that is done.',
    'Deine Daten werden gerade gelöscht. Warte, bis das fertig ist.',
    'Se están borrando tus datos. Espera a que termine.',
    'Ваши данные стираются. Дождитесь окончания.',
  ],
  problem_precondition_failed: [
    'Somebody has changed this meanwhile. Reload the page.',
    'Das hat inzwischen jemand geändert. Lade die Seite neu.',
    'Alguien lo cambió entretanto. Recarga la página.',
    'Это уже кто-то изменил. Перезагрузите страницу.',
  ],
  problem_payload_too_large: [
    'This is too much at once.',
    'Das ist zu viel auf einmal.',
    'Es demasiado de una vez.',
    'Слишком много за один раз.',
  ],
  problem_unsupported_media_type: [
    'The service does not take this form.',
    'Diese Form nimmt der Dienst nicht an.',
    'El servicio no acepta este formato.',
    'Сервис не принимает такой вид данных.',
  ],
  problem_idempotency_key_reused: [
    'This was already sent with other contents. Reload the page.',
    'Das wurde schon mit anderem Inhalt gesendet. Lade die Seite neu.',
    'Esto ya se envió con otro contenido. Recarga la página.',
    'Это уже отправлено с другим содержанием. Перезагрузите страницу.',
  ],
  problem_internal_error: [
    'The service failed. Please try again later.',
    'Im Dienst ist ein Fehler passiert. Versuche es später noch einmal.',
    'El servicio ha fallado. Inténtalo más tarde.',
    'В сервисе произошла ошибка. Попробуйте позже.',
  ],
  problem_provider_bad_answer: [
    'The other service sent an answer that makes no sense. Please try again later.',
    'Der andere Dienst hat unverständlich geantwortet. Versuche es später noch einmal.',
    'El otro servicio dio una respuesta incomprensible. Inténtalo más tarde.',
    'Другой сервис ответил непонятно. Попробуйте позже.',
  ],
  problem_provider_unavailable: [
    'The other service does not answer at the moment. Please try again later.',
    'Der andere Dienst antwortet gerade nicht. Versuche es später noch einmal.',
    'El otro servicio no responde ahora. Inténtalo más tarde.',
    'Другой сервис сейчас не отвечает. Попробуйте позже.',
  ],
  problem_provider_not_configured: [
    'The operator has not set this up.',
    'Der Betreiber hat das nicht eingerichtet.',
    'El operador no lo ha configurado.',
    'Оператор это не настроил.',
  ],
  problem_provider_quota_exceeded: [
    'The operator has used up the requests that the other service allows. Please try again tomorrow.',
    'Der andere Dienst nimmt heute keine Anfragen mehr an. Versuche es morgen noch einmal.',
    'El otro servicio no admite más solicitudes. Inténtalo mañana.',
    'Другой сервис больше не принимает запросов. Попробуйте завтра.',
  ],
  problem_store_unavailable: [
    'The service is busy. Please try again in a moment.',
    'Der Dienst ist gerade überlastet. Versuche es gleich noch einmal.',
    'El servicio está saturado. Inténtalo en un momento.',
    'Сервис перегружен. Попробуйте через минуту.',
  ],
  problem_provider_timeout: [
    'The other service took too long. Please try again.',
    'Der andere Dienst hat zu lange gebraucht. Versuche es noch einmal.',
    'El otro servicio ha tardado demasiado. Inténtalo otra vez.',
    'Другой сервис не ответил вовремя. Попробуйте ещё раз.',
  ],
  violation_required: ['Please fill this in.', 'Bitte ausfüllen.', 'Hay que rellenarlo.', 'Заполните это.'],
  violation_type: ['This does not fit here.', 'Das gehört nicht hierher.', 'Esto no va aquí.', 'Это сюда не подходит.'],
  violation_format: [
    'This has the wrong form.',
    'Das hat nicht die richtige Form.',
    'No tiene la forma correcta.',
    'Неверный вид записи.',
  ],
  violation_too_small: ['Too small.', 'Zu klein.', 'Demasiado pequeño.', 'Слишком мало.'],
  violation_too_large: ['Too large.', 'Zu groß.', 'Demasiado grande.', 'Слишком много.'],
  violation_too_short: ['Too short.', 'Zu kurz.', 'Demasiado corto.', 'Слишком коротко.'],
  violation_too_long: ['Too long.', 'Zu lang.', 'Demasiado largo.', 'Слишком длинно.'],
  violation_too_few: ['Too few.', 'Zu wenige.', 'Muy pocos.', 'Слишком мало.'],
  violation_too_many: ['Too many.', 'Zu viele.', 'Demasiados.', 'Слишком много.'],
  violation_not_allowed: ['Not possible here.', 'Hier nicht möglich.', 'Aquí no es posible.', 'Здесь это невозможно.'],
  violation_contradictory: [
    'Does not go with the rest.',
    'Passt nicht zum Rest.',
    'No encaja con lo demás.',
    'Не сочетается с остальным.',
  ],
  violation_duplicate: ['Occurs twice.', 'Kommt doppelt vor.', 'Aparece dos veces.', 'Встречается дважды.'],
  violation_unknown: ['No longer exists.', 'Gibt es nicht mehr.', 'Ya no existe.', 'Больше не существует.'],
  violation_refused: ['Was refused.', 'Wurde abgelehnt.', 'Fue rechazado.', 'Отклонено.'],
  bound_minimum: ['At least {bound}.', 'Mindestens {bound}.', 'Como mínimo {bound}.', 'Не меньше {bound}.'],
  bound_maximum: ['At most {bound}.', 'Höchstens {bound}.', 'Como máximo {bound}.', 'Не больше {bound}.'],
} as const satisfies TextTable & Named<'problem', Code> & Named<'violation', ViolationCode>
