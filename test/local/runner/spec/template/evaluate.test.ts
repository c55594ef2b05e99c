// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the syntax of Fn::Sub
import { describe, expect, it } from 'vitest'
import { evaluate, noValue, type Scope } from '../../template/evaluate.ts'
import { TemplateError } from '../../template/templateError.ts'

const scope: Scope = {
  ref: (name) => ({ Table: 'alerts', 'AWS::Region': 'eu-central-1', 'AWS::NoValue': noValue })[name],
  attribute: (logicalId, name) => `${logicalId}/${name}`,
  condition: (name) => name === 'IsProduction',
  mapping: (map, first, second) => `${map}.${first}.${second}`,
  imported: (name) => `imported ${name}`,
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
      { 'Fn::Sub': '${AWS::Region}/${Table}/${Table.Stream.Arn}/${!kept}' },
      'eu-central-1/alerts/Table/Stream.Arn/${kept}',
    ],
    ['Fn::Sub with variables', { 'Fn::Sub': ['${name}-$', { name: { Ref: 'Table' } }] }, 'alerts-$'],
    ['Fn::Select', { 'Fn::Select': ['1', { 'Fn::Split': ['/', 'a/b/c'] }] }, 'b'],
    ['Fn::FindInMap', { 'Fn::FindInMap': ['Limits', { Ref: 'AWS::Region' }, 'Rate'] }, 'Limits.eu-central-1.Rate'],
    ['Fn::ImportValue', { 'Fn::ImportValue': { 'Fn::Sub': '${AWS::Region}-table' } }, 'imported eu-central-1-table'],
    ['Fn::If', { 'Fn::If': ['IsProduction', 'yes', 'no'] }, 'yes'],
    ['Fn::If that does not hold', { 'Fn::If': ['IsTest', 'yes', { Ref: 'Table' }] }, 'alerts'],
    ['Fn::If without a value', { a: { 'Fn::If': ['IsTest', 'yes', { Ref: 'AWS::NoValue' }] } }, {}],
    ['Fn::Equals', { 'Fn::Equals': [{ Ref: 'Table' }, 'alerts'] }, true],
    ['Fn::Equals of a number and its text', { 'Fn::Equals': [1, '1'] }, true],
    ['Fn::Equals in another case', { 'Fn::Equals': [{ Ref: 'Table' }, 'Alerts'] }, false],
    ['Fn::Not', { 'Fn::Not': [{ Condition: 'IsProduction' }] }, false],
    ['Fn::Not of what does not hold', { 'Fn::Not': [{ Condition: 'IsTest' }] }, true],
    ['Fn::And of what holds', { 'Fn::And': [{ Condition: 'IsProduction' }, { 'Fn::Equals': ['a', 'a'] }] }, true],
    ['Fn::Or of what does not hold', { 'Fn::Or': [{ Condition: 'IsTest' }, { 'Fn::Equals': ['a', 'b'] }] }, false],
    ['Fn::Not of the text true', { 'Fn::Not': ['true'] }, false],
    ['Fn::Select of the first', { 'Fn::Select': [0, ['a', 'b']] }, 'a'],
    ['Fn::Split without the separator', { 'Fn::Split': ['-', 'a/b'] }, ['a/b']],
    ['Fn::Join of nothing', { 'Fn::Join': [',', []] }, ''],
    ['a name like a function', { Refs: 'Table', 'Fn:Join': 1 }, { Refs: 'Table', 'Fn:Join': 1 }],
    ['Ref beside other keys, which is no function', { Ref: 'Table', b: 1 }, { Ref: 'Table', b: 1 }],
    ['Fn::And', { 'Fn::And': [{ Condition: 'IsProduction' }, { 'Fn::Equals': ['a', 'b'] }] }, false],
    ['Fn::Or', { 'Fn::Or': [{ Condition: 'IsProduction' }, { 'Fn::Equals': ['a', 'b'] }] }, true],
    ['AWS::NoValue in an object', { kept: 1, dropped: { Ref: 'AWS::NoValue' } }, { kept: 1 }],
    ['AWS::NoValue in a list', [1, { Ref: 'AWS::NoValue' }], [1]],
    ['a policy condition, which is no intrinsic', { Condition: { Bool: {} } }, { Condition: { Bool: {} } }],
    ['a joined address of AWS', { 'Fn::Join': ['', ['https', '://api']] }, 'http://127.0.0.1'],
    ['an address of AWS', { 'Fn::Sub': 'https://api/${Table}' }, 'http://127.0.0.1/alerts'],
  ])('resolves %s', (_, expression, expected) => {
    expect(evaluate(expression, scope, 'Place')).toEqual(expected)
  })

  it.each([
    ...['Transform', 'Base64', 'Cidr', 'GetAZs', 'GetStackOutput', 'Length', 'ToJsonString'].map(
      (name): [string, object, string] => [
        `Fn::${name}`,
        { a: { [`Fn::${name}`]: 'x' } },
        `Place.a: the intrinsic function Fn::${name} is not imitated`,
      ],
    ),
    ['Fn::ForEach::Loop', { 'Fn::ForEach::Loop': [] }, 'the intrinsic function Fn::ForEach::Loop is not imitated'],
    ['Fn::join', { 'Fn::join': ['', []] }, 'the intrinsic function Fn::join is not imitated'],
    ['a default of Fn::FindInMap', { 'Fn::FindInMap': ['a', 'b', 'c', { DefaultValue: 1 }] }, 'not a text'],
    ['an index before the list', { 'Fn::Select': [-1, ['a']] }, 'Fn::Select has an index outside of its list'],
    ['an index that is none', { 'Fn::Select': ['x', ['a']] }, 'Fn::Select has an index outside of its list'],
    ['an index at the end', { 'Fn::Select': [1, ['a']] }, 'Fn::Select has an index outside of its list'],
    ['an object in a text', { 'Fn::Join': ['', [{ a: 1 }]] }, 'an argument that is not a text'],
    ['an intrinsic beside other keys', { 'Fn::Sub': 'x', y: 1 }, 'not imitated'],
    ['a dynamic reference', '{{resolve:ssm:/x}}', 'the dynamic reference {{resolve:ssm:/x}} is not imitated'],
    ['an argument of another type', { 'Fn::Join': [',', 'text'] }, 'an argument that is not a list'],
    ['a reference that is no text', { Ref: 7 }, 'an argument that is not a text'],
  ])('refuses %s', (_, expression, problem) => {
    expect(() => evaluate(expression, scope, 'Place')).toThrow(TemplateError)
    expect(() => evaluate(expression, scope, 'Place')).toThrow(problem)
  })
})
