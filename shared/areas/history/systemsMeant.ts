import { gatewaySystems } from '../../contract/gatewaySystems.ts'

/**
 * The systems that a filter means. The deployment's own name also stands for the gateways of its recipients, because
 * another backend of the same front ends gives all its payments one name.
 */
export const systemsMeant = (systems: readonly string[], ownSystem: string): readonly string[] =>
  systems.includes(ownSystem) ? [...new Set([...systems, ...Object.values(gatewaySystems)])] : systems
