// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the syntax of Fn::Sub
import { describe, expect, it } from 'vitest'
import { evaluate, noValue, type Scope } from '../../template/evaluate.ts'
import { TemplateError } from '../../template/templateError.ts'

const scope: Scope = {
  ref: (name) => ({ Table: 'alerts', 'AWS::Region': 'eu-central-1', 'AWS::NoValue': noValue })[name],
  attribute: (logicalId, name) => `${logicalId}/${name}`,
  condition: (name) => name === 'IsProduction',
  mapping: (map, first, second) => `${map}.${first}.${second}`,
  localise: (text) => text.replace('https://api', 'http://127.0.0.1'),
}

describe('evaluate', () => {
  it.each([
    ['a literal', { a: [1, true, 'x'] }, { a: [1, true, 'x'] }],
    ['Ref', { Ref: 'Table' }, 'alerts'],
    ['Fn::GetAtt with a list', { 'Fn::GetAtt': ['Table', 'Arn'] }, 'Table/Arn'],
    ['Fn::GetAtt with dots', { 'Fn::GetAtt': 'Table.Stream.Arn' }, 'Table/Stream.Arn'],
    ['Fn::Join', { 'Fn::Join': [':', ['arn', { Ref: 'AWS::Region' }, 1]] }, 'arn:eu-central-1:1'],
    ['Fn::Join of a split', { 'Fn::Join': ['-', { 'Fn::Split': ['/', 'a/b'] }] }, 'a-b'],
    [
      'Fn::Sub',
      { 'Fn::Sub': '${AWS::Region}/${Table}/${Table.Arn}/${!kept}' },
      'eu-central-1/alerts/Table/Arn/${kept}',
    ],
    ['Fn::Sub with variables', { 'Fn::Sub': ['${name}-$', { name: { Ref: 'Table' } }] }, 'alerts-$'],
    ['Fn::Select', { 'Fn::Select': ['1', { 'Fn::Split': ['/', 'a/b/c'] }] }, 'b'],
    ['Fn::FindInMap', { 'Fn::FindInMap': ['Limits', { Ref: 'AWS::Region' }, 'Rate'] }, 'Limits.eu-central-1.Rate'],
    ['Fn::If', { 'Fn::If': ['IsProduction', 'yes', 'no'] }, 'yes'],
    ['Fn::Equals', { 'Fn::Equals': [{ Ref: 'Table' }, 'alerts'] }, true],
    ['Fn::Not', { 'Fn::Not': [{ Condition: 'IsProduction' }] }, false],
    ['Fn::And', { 'Fn::And': [{ Condition: 'IsProduction' }, { 'Fn::Equals': ['a', 'b'] }] }, false],
    ['Fn::Or', { 'Fn::Or': [{ Condition: 'IsProduction' }, { 'Fn::Equals': ['a', 'b'] }] }, true],
    ['AWS::NoValue in an object', { kept: 1, dropped: { Ref: 'AWS::NoValue' } }, { kept: 1 }],
    ['AWS::NoValue in a list', [1, { Ref: 'AWS::NoValue' }], [1]],
    ['a policy condition, which is no intrinsic', { Condition: { Bool: {} } }, { Condition: { Bool: {} } }],
    ['an address of AWS', { 'Fn::Sub': 'https://api/${Table}' }, 'http://127.0.0.1/alerts'],
  ])('resolves %s', (_, expression, expected) => {
    expect(evaluate(expression, scope, 'Place')).toEqual(expected)
  })

  it.each([
    ['Fn::ImportValue', { 'Fn::ImportValue': 'shared' }, 'the intrinsic function Fn::ImportValue is not imitated'],
    ['Fn::Transform', { a: { 'Fn::Transform': {} } }, 'Place.a: the intrinsic function Fn::Transform is not imitated'],
    ['an intrinsic beside other keys', { 'Fn::Sub': 'x', y: 1 }, 'not imitated'],
    ['a dynamic reference', '{{resolve:ssm:/x}}', 'the dynamic reference {{resolve:ssm:/x}} is not imitated'],
    ['an index too far', { 'Fn::Select': [3, ['a']] }, 'Fn::Select has an index outside of its list'],
    ['an argument of another type', { 'Fn::Join': [',', 'text'] }, 'an argument that is not a list'],
    ['a reference that is no text', { Ref: 7 }, 'an argument that is not a text'],
  ])('refuses %s', (_, expression, problem) => {
    expect(() => evaluate(expression, scope, 'Place')).toThrow(TemplateError)
    expect(() => evaluate(expression, scope, 'Place')).toThrow(problem)
  })
})
