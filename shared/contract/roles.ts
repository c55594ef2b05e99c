/** The roles in which somebody acts for a recipient; each may do all that those before it may do. */
export const roles = ['moderator', 'editor', 'owner'] as const
export type Role = (typeof roles)[number]

/** The roles that an owner can grant. */
export const grantedRoles = ['moderator', 'editor'] as const satisfies readonly Role[]
export type GrantedRole = (typeof grantedRoles)[number]

/** Whether a role includes another one. A role that only a newer version knows includes none. */
export const includesRole = (role: Role, least: Role): boolean => roles.indexOf(role) >= roles.indexOf(least)
