import * as z from 'zod/mini'
import type { PolicyStatement } from '../deployment.ts'

export const oneOrMore = z.pipe(
  z.union([z.string(), z.array(z.string())]),
  z.transform((value: string | string[]) => [value].flat()),
)
const text = z.pipe(z.union([z.string(), z.number(), z.boolean()]), z.transform(String))
const conditionValues = z.pipe(
  z.union([text, z.array(text)]),
  z.transform((value: string | string[]) => [value].flat()),
)
const Statement = z.strictObject({
  Sid: z.optional(z.string()),
  Effect: z.enum(['Allow', 'Deny']),
  Action: oneOrMore,
  Resource: oneOrMore,
  Condition: z.optional(z.record(z.string(), z.record(z.string(), conditionValues))),
})

/** A policy of an identity: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements.html */
export const PolicyDocument = z.strictObject({
  Version: z.optional(z.literal('2012-10-17')),
  Id: z.optional(z.string()),
  Statement: z.union([z.array(Statement), Statement]),
})

export const statementsOf = (document: z.infer<typeof PolicyDocument>): PolicyStatement[] =>
  [document.Statement].flat().map((statement) => ({
    effect: statement.Effect,
    actions: statement.Action,
    resources: statement.Resource,
    conditions: statement.Condition ?? {},
  }))
