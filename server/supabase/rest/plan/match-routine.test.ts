import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Argument, Routine } from '../../routines.ts'
import { matchRoutine } from './match-routine.ts'
import { partParameters, readArguments } from '../parse/read-arguments.ts'
import { RestError } from '../rest-error.ts'

function argument(text: string): Argument {
  const [name = '', type = 'text'] = text.replace(/[?*]$/, '').split(':')
  return { name, type, hasDefault: text.endsWith('?'), isVariadic: text.endsWith('*') }
}

function routine(name: string, args: string[], callers = ['anon']): Routine {
  const rest = { kind: 'scalar' as const, isSet: false, type: 'text', columns: [], table: null, isVolatile: false }
  return { name, arguments: args.map(argument), callers, ...rest }
}

function known(...all: Routine[]): Map<string, Routine[]> {
  const byName = new Map<string, Routine[]>()
  for (const one of all) byName.set(one.name, [...(byName.get(one.name) ?? []), one])
  return byName
}

const bodyOf = (text: string, type = 'application/json') => readArguments({ type, bytes: Buffer.from(text) })

function refusal(run: () => unknown): RestError {
  try {
    run()
  } catch (error) {
    assert.ok(error instanceof RestError)
    return error
  }
  assert.fail('not refused')
}

describe('the function that is meant', () => {
  test('has every argument that is named, and needs no other', () => {
    const all = known(routine('f', ['a:integer', 'b:text?']), routine('f', ['c']))
    const found = (text: string) => matchRoutine(all, 'f', bodyOf(text), 'anon').routine.arguments[0]?.name
    assert.equal(found('{"a":1}'), 'a')
    assert.equal(found('{"b":"x","a":1}'), 'a')
    assert.equal(found('{"c":"x"}'), 'c')
    for (const text of ['{}', '{"b":1}', '{"a":1,"c":2}', '[]'])
      assert.equal(refusal(() => found(text)).code, 'PGRST202', text)
  })

  test('takes the whole body where it has one argument without a name, of a fitting type', () => {
    const all = known(routine('f', [':jsonb']), routine('f', ['a']), routine('g', [':bytea']), routine('g', [':text']))
    assert.equal(matchRoutine(all, 'f', bodyOf('{"a":1}'), 'anon').isWhole, false)
    assert.equal(matchRoutine(all, 'f', bodyOf('{"b":1}'), 'anon').isWhole, true)
    assert.equal(matchRoutine(all, 'f', bodyOf('[1]'), 'anon').isWhole, true)
    const typeOf = (type: string) => matchRoutine(all, 'g', bodyOf('x', type), 'anon').routine.arguments[0]?.type
    assert.deepEqual([typeOf('text/plain'), typeOf('application/octet-stream')], ['text', 'bytea'])
    const { details } = refusal(() => matchRoutine(all, 'f', bodyOf('x', 'text/plain'), 'anon'))
    assert.match(JSON.stringify(details), /with a single unnamed text parameter/)
  })

  test('is one that the caller may call, where there is a choice', () => {
    const all = known(routine('f', ['a:integer'], ['service_role']), routine('f', ['a:text']))
    assert.equal(matchRoutine(all, 'f', bodyOf('{"a":1}'), 'anon').routine.arguments[0]?.type, 'text')
    const both = known(routine('f', ['a:integer']), routine('f', ['a:text']))
    const unclear = refusal(() => matchRoutine(both, 'f', bodyOf('{"a":1}'), 'anon'))
    assert.deepEqual([unclear.status, unclear.code], [300, 'PGRST203'])
  })

  test('of an address: arguments are what no filter and no wish of rows is', () => {
    const address = 'a=1&a=2&b=x.y&id=eq.5&tags=cs.{a}&note=not.is.null&rel.order=id&select=id&limit=3&or=(a.eq.1)&c='
    const { asked, given } = partParameters(new URLSearchParams(address))
    assert.deepEqual([...asked.keys()], ['id', 'tags', 'note', 'rel.order', 'select', 'limit', 'or'])
    assert.deepEqual(Object.fromEntries(given.texts ?? []), { a: ['1', '2'], b: ['x.y'], c: [''] })
  })
})
