import { expect } from 'vitest'
import { User, UserList } from './schemas'

/** The body of a response with its type, and what readers get: data, or what the message of the error says. */
export type BodyRow = readonly [
  schema: unknown,
  type: string | undefined,
  body: string | Uint8Array,
  gets: { readonly data: unknown } | RegExp,
]

const JSON_TYPE = 'application/json'
const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const INVALID = /the body is not valid JSON \(\d+ characters\)$/
const TEXT = /expected JSON for the schema, found text \(\d+ characters\)$/
const PAGE = /found an HTML page; there may be no API at this address/
const BINARY = /expected JSON for the schema, found binary data/
const data = (value: unknown) => ({ data: value })

export const bodyRows: readonly BodyRow[] = [
  [undefined, JSON_TYPE, '"text"', data('text')],
  [undefined, JSON_TYPE, '0', data(0)],
  [undefined, JSON_TYPE, 'false', data(false)],
  [undefined, JSON_TYPE, 'null', data(null)],
  [undefined, JSON_TYPE, '', data(null)],
  [undefined, JSON_TYPE, '1e-400', data(0)],
  [undefined, JSON_TYPE, '1e400', /Infinity cannot be kept/],
  [
    undefined,
    JSON_TYPE,
    '{"__proto__":{"admin":true}}',
    data(JSON.parse('{"__proto__":{"admin":true}}')),
  ],
  [
    undefined,
    JSON_TYPE,
    '{"constructor":{"prototype":{"admin":true}}}',
    data({ constructor: { prototype: { admin: true } } }),
  ],
  [undefined, JSON_TYPE, '{"a":1,"a":2}', data({ a: 2 })],
  [undefined, JSON_TYPE, '{"toJSON":"x"}', data({ toJSON: 'x' })],
  [undefined, JSON_TYPE, '{"then":"x"}', data(JSON.parse('{"then":"x"}'))],
  [undefined, JSON_TYPE, '"\\ud800"', data('\ud800')],
  [undefined, JSON_TYPE, '"\\u0000"', data('\0')],
  [undefined, JSON_TYPE, '\ufeff{"a":1}', data({ a: 1 })],
  [undefined, JSON_TYPE, ' \n[1]\t', data([1])],
  [undefined, JSON_TYPE, deep(400), data(JSON.parse(deep(400)))],
  [undefined, JSON_TYPE, '{"a":', INVALID],
  [undefined, JSON_TYPE, '{"a":1}}', INVALID],
  [undefined, JSON_TYPE, "{'a':1}", INVALID],
  [undefined, JSON_TYPE, '[1,]', INVALID],
  [undefined, JSON_TYPE, 'undefined', INVALID],
  [undefined, JSON_TYPE, 'NaN', INVALID],
  [undefined, JSON_TYPE, '"\n"', INVALID],
  [undefined, JSON_TYPE, ')]}\',\n{"a":1}', INVALID],
  [undefined, JSON_TYPE, '{"a":1}\n{"a":2}', INVALID],
  [undefined, JSON_TYPE, new Uint8Array([0xff, 0xfe, 0x00]), INVALID],
  [undefined, 'text/plain', 'hunter2', data('hunter2')],
  [undefined, undefined, 'hunter2', data('hunter2')],
  [undefined, 'text/html', '<!doctype html>', data('<!doctype html>')],
  [undefined, 'garbage', '{"a":1}', data(expect.any(Blob))],
  [undefined, 'text/plain; charset=utf-16', '{"a":1}', data({ a: 1 })],
  [User, JSON_TYPE, '{"id":"1"}', data({ id: '1' })],
  [User, JSON_TYPE, '{"id":1}', data({ id: 1 })],
  [User, JSON_TYPE, '{"id":0}', data({ id: 0 })],
  [User, JSON_TYPE, '{"id":"__proto__"}', data({ id: '__proto__' })],
  [User, JSON_TYPE, '{"id":"constructor"}', data({ id: 'constructor' })],
  [User, JSON_TYPE, '{"id":"1","__proto__":{"admin":true}}', data({ id: '1' })],
  [User, JSON_TYPE, '{"id":"1","name":{"$binary":{"kind":"Blob"}}}', data({ id: '1' })],
  [User, 'text/plain', '{"id":"1"}', data({ id: '1' })],
  [User, undefined, '{"id":"1"}', data({ id: '1' })],
  [User, 'application/problem+json', '{"id":"1"}', data({ id: '1' })],
  [User, JSON_TYPE, '{}', /primary key/],
  [User, JSON_TYPE, '{"id":""}', /primary key/],
  [User, JSON_TYPE, '{"id":null}', /primary key/],
  [User, JSON_TYPE, '{"id":{}}', /primary key/],
  [User, JSON_TYPE, '[]', /an array/],
  [User, JSON_TYPE, 'null', /null/],
  [User, JSON_TYPE, '', /null/],
  [User, JSON_TYPE, '5', /5/],
  [User, JSON_TYPE, 'true', /true/],
  [User, 'text/plain', 'hunter2', TEXT],
  [User, 'text/html', '<!doctype html>hunter2', PAGE],
  [User, undefined, '<html>hunter2', PAGE],
  [User, 'image/png', 'hunter2', BINARY],
  [User, 'application/octet-stream', '{"id":"1"}', BINARY],
  [User, JSON_TYPE, 'hunter2', INVALID],
  [UserList, JSON_TYPE, '[]', data([])],
  [UserList, JSON_TYPE, '[{"id":"1"},{"id":"1","name":"b"}]', data([{ id: '1', name: 'b' }])],
  [UserList, JSON_TYPE, '{"0":{"id":"1"},"length":1}', /array|list/],
  [UserList, JSON_TYPE, '{"error":"hunter2"}', /array|list/],
  [UserList, JSON_TYPE, '[{"name":"x"}]', /primary key/],
  [UserList, JSON_TYPE, '[[]]', /array/],
]
