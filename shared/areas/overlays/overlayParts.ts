/** What a browser source may show alone. */
export const overlayParts = ['alerts', 'goals', 'leaders'] as const
export type OverlayPart = (typeof overlayParts)[number]

/** Whether an overlay shows alerts, and acknowledges them; sources of goals and of leaders do not. */
export const showsAlerts = ({ part = 'alerts' }: { readonly part?: OverlayPart }): boolean => part === 'alerts'
