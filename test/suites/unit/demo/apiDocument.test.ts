import { expect, test } from 'vitest'
import { ApiDocument } from '../../../local/demo/apiDocument.ts'

const answerOf = (name: string, type = 'application/json') => ({
  content: { [type]: { schema: { type: 'object', required: [name] } } },
})
const document = new ApiDocument({
  paths: {
    '/news/{id}': {
      get: {
        operationId: 'getNews',
        responses: { 200: answerOf('id'), 404: { $ref: '#/components/responses/Problem' } },
      },
      put: { operationId: 'putNews', parameters: [{ in: 'query', name: 'id' }], responses: { 200: answerOf('text') } },
      delete: { operationId: 'deleteNews', parameters: [{ in: 'path', name: 'id' }], responses: {} },
    },
  },
  components: { responses: { Problem: answerOf('code', 'application/problem+json') } },
})

test('the served document has an endpoint for each method of a path, which gives one item where its query takes an id', () => {
  const path = '/news/{id}'

  expect(document.endpoints).toEqual([
    { id: 'getNews', method: 'GET', path, takesId: false },
    { id: 'putNews', method: 'PUT', path, takesId: true },
    { id: 'deleteNews', method: 'DELETE', path, takesId: false },
  ])
  expect(() => document.endpoint('addNews')).toThrow('The API serves no operation addNews')
})

test.each<[string, number, string, object, string[]]>([
  ['getNews', 200, 'application/json; charset=utf-8', { id: 'a' }, []],
  ['getNews', 200, 'application/json', { text: 'a' }, ["the body must have required property 'id'"]],
  ['putNews', 200, 'application/json', { id: 'a' }, ["the body must have required property 'text'"]],
  ['getNews', 404, 'application/problem+json', { code: 'a' }, []],
  ['getNews', 404, 'application/problem+json', {}, ["the body must have required property 'code'"]],
  ['getNews', 200, 'text/html', { id: 'a' }, ['status 200 with text/html is not documented']],
  ['getNews', 201, '', { id: 'a' }, ['status 201 with no content type is not documented']],
])('the answer of %s with %i, %s and %j breaks the document so: %j', (id, status, type, body, violations) => {
  expect(document.violations(document.endpoint(id), status, type, body)).toEqual(violations)
})
