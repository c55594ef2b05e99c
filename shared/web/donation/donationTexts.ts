import { type SentenceTable, sharedTexts, type TextTable } from '../sharedTexts.ts'

/** The short texts of the donation page, in English, German, Spanish and Russian. */
export const donationTexts = {
  ...sharedTexts,
  donateTo: ['Donate to {name}', 'An {name} spenden', 'Donar a {name}', 'Донат для {name}'],
  nickname: ['Your name', 'Dein Name', 'Tu nombre', 'Ваше имя'],
  give: ['Continue to payment', 'Weiter zur Zahlung', 'Continuar al pago', 'Перейти к оплате'],
  least: ['At least {amount}.', 'Mindestens {amount}.', 'Al menos {amount}.', 'Не меньше {amount}.'],
  again: ['Donate again', 'Noch einmal spenden', 'Donar otra vez', 'Отправить ещё донат'],
  retry: ['Try again', 'Noch einmal versuchen', 'Intentar de nuevo', 'Попробовать ещё раз'],
  open: ['Not paid yet.', 'Noch nicht bezahlt.', 'Todavía no se ha pagado.', 'Ещё не оплачено.'],
  refused: ['The payment failed.', 'Die Zahlung ist fehlgeschlagen.', 'El pago ha fallado.', 'Платёж не прошёл.'],
} as const satisfies TextTable

/** Its longer texts. */
export const donationSentences = {
  en: {
    cost: 'The chosen actions cost {amount}.',
    terms: 'You pay at {gateway}, by its terms.',
    unknown: 'There is no donation page at this address.',
    closed: 'Donations are not taken at the moment.',
    lost: 'The network is lost. Nothing was paid.',
    tooMany: 'Too many donations at once. Try again in {seconds} seconds.',
    paid: 'Thank you! The payment of {amount} is on its way.',
    completed: 'Thank you! {amount} arrived.',
    expired: 'This payment can no longer be made. Nothing was paid.',
    returned: '{amount} was returned to you.',
  },
  de: {
    cost: 'Die gewählten Aktionen kosten {amount}.',
    terms: 'Du zahlst bei {gateway}, nach dessen Bedingungen.',
    unknown: 'Unter dieser Adresse gibt es keine Spendenseite.',
    closed: 'Zurzeit werden keine Spenden angenommen.',
    lost: 'Das Netz fehlt. Nichts wurde bezahlt.',
    tooMany: 'Zu viele Spenden auf einmal. Versuche es in {seconds} Sekunden noch einmal.',
    paid: 'Danke! Die Zahlung von {amount} ist unterwegs.',
    completed: 'Danke! {amount} ist da.',
    expired: 'Diese Zahlung ist nicht mehr möglich. Nichts wurde bezahlt.',
    returned: '{amount} kam zurück.',
  },
  es: {
    cost: 'Las acciones elegidas cuestan {amount}.',
    terms: 'Pagas en {gateway}, según sus condiciones.',
    unknown: 'En esta dirección no hay página de donaciones.',
    closed: 'Por ahora no se aceptan donaciones.',
    lost: 'Se perdió la conexión. No se pagó nada.',
    tooMany: 'Demasiadas donaciones a la vez. Inténtalo dentro de {seconds} segundos.',
    paid: '¡Gracias! El pago de {amount} está en camino.',
    completed: '¡Gracias! {amount} llegó.',
    expired: 'Este pago ya no se puede hacer. No se pagó nada.',
    returned: 'Se te devolvió {amount}.',
  },
  ru: {
    cost: 'Выбранные действия стоят {amount}.',
    terms: 'Вы платите через {gateway} на его условиях.',
    unknown: 'По этому адресу нет страницы для донатов.',
    closed: 'Сейчас донаты не принимаются.',
    lost: 'Сеть пропала. Ничего не оплачено.',
    tooMany: 'Слишком много донатов сразу. Повторите через {seconds} с.',
    paid: 'Спасибо! Платёж на {amount} в пути.',
    completed: 'Спасибо! {amount} получено.',
    expired: 'Этот платёж больше невозможен. Ничего не оплачено.',
    returned: '{amount} возвращено вам.',
  },
} as const satisfies SentenceTable
