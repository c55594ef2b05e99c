/** The texts of the panel in English, German, Spanish and Russian. */
export const panelTexts = {
  panel: ['Panel', 'Panel', 'Panel', 'Панель'],
  signIn: ['Sign in', 'Anmelden', 'Iniciar sesión', 'Войти'],
  signOut: ['Sign out', 'Abmelden', 'Cerrar sesión', 'Выйти'],
  language: ['Language', 'Sprache', 'Idioma', 'Язык'],
  welcome: [
    'Alerts, goals, history and everything that belongs to your stream.',
    'Alerts, Ziele, Verlauf und alles, was zu deinem Stream gehört.',
    'Alertas, metas, historial y todo lo que pertenece a tu stream.',
    'Оповещения, цели, история и всё, что относится к вашему стриму.',
  ],
  signInFailed: [
    'The sign-in failed: {reason}',
    'Die Anmeldung ist fehlgeschlagen: {reason}',
    'No se pudo iniciar sesión: {reason}',
    'Не удалось войти: {reason}',
  ],
  signInForeign: [
    'That sign-in was not begun in this tab. Please sign in again.',
    'Diese Anmeldung wurde nicht in diesem Tab begonnen. Bitte melde dich noch einmal an.',
    'Ese inicio de sesión no se empezó en esta pestaña. Inicia sesión otra vez.',
    'Этот вход начат не в этой вкладке. Войдите ещё раз.',
  ],
  issuerUnreachable: [
    'The sign-in page cannot be reached. Is the network lost?',
    'Die Anmeldeseite ist nicht erreichbar. Fehlt das Netz?',
    'No se puede acceder a la página de inicio de sesión. ¿Hay conexión?',
    'Страница входа недоступна. Есть ли сеть?',
  ],
  expired: [
    'Your sign-in has expired. Nothing was changed.',
    'Deine Anmeldung ist abgelaufen. Nichts wurde geändert.',
    'Tu sesión ha caducado. No se cambió nada.',
    'Срок входа истёк. Ничего не изменено.',
  ],
  lost: [
    'The network is lost. Whether this was done is unknown: look before you repeat it.',
    'Das Netz fehlt. Ob das geschehen ist, ist unbekannt: Sieh nach, bevor du es wiederholst.',
    'Se perdió la conexión. No se sabe si se hizo: míralo antes de repetir.',
    'Сеть пропала. Неизвестно, выполнено ли это: проверьте, прежде чем повторять.',
  ],
  tooMany: [
    'Too many requests. Try again in {seconds} seconds.',
    'Zu viele Anfragen. Versuche es in {seconds} Sekunden noch einmal.',
    'Demasiadas solicitudes. Inténtalo dentro de {seconds} segundos.',
    'Слишком много запросов. Повторите через {seconds} с.',
  ],
  failed: [
    'That failed: {reason}',
    'Das ist fehlgeschlagen: {reason}',
    'Ha fallado: {reason}',
    'Не получилось: {reason}',
  ],
  loading: ['Loading …', 'Lädt …', 'Cargando …', 'Загрузка …'],
  nothing: ['Nothing yet.', 'Noch nichts.', 'Todavía nada.', 'Пока ничего.'],
  somebody: ['Somebody', 'Jemand', 'Alguien', 'Кто-то'],
  now: ['Now', 'Jetzt', 'Ahora', 'Сейчас'],
} as const satisfies Readonly<Record<string, readonly [string, string, string, string]>>
