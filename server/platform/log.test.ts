import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeLog } from './log.ts'

function lines(write: (log: ReturnType<typeof makeLog>) => void): string {
  const written: string[] = []
  write(makeLog('trace', { write: line => void written.push(line) }))
  return written.join('')
}

test('what tells who somebody is stands in no line, wherever it lies', () => {
  const phone = '0912 345 678'
  const all = lines(log => {
    log.info({ said: phone }, `called ${phone}`)
    log.warn({ deep: { list: [{ note: 'stk 0123456789012' }, phone] } }, 'deep')
    log.error(
      { error: new Error(`no answer from ${phone}`, { cause: new Error('card 4111 1111 1111 1111') }) },
      'error',
    )
    log.error({ errors: [new Error('cccd 079123456789')] }, 'errors')
    log.debug(
      { text: 'anything', user: { email: 'hoa@example.com' }, note: 'mail hoa@example.com (028) 3822 1234 x' },
      'mail',
    )
  })
  for (const raw of ['912', '345', '678', '0123456789012', '4111', '079123456789', 'hoa@', '3822', 'anything'])
    assert.ok(!all.replaceAll(/"time":"[^"]+"/g, '').includes(raw), `${raw} in ${all}`)
  assert.equal(all.trim().split('\n').length, 5)
})

test('ids, times, amounts and addresses of servers stay readable', () => {
  const id = '0193b1f2-7c1a-7d65-9f4e-1234567890ab'
  const all = lines(log =>
    log.info({ id, at: '2026-11-20T09:00:00.000Z', ms: 1234567890123, total: '1.200.000đ' }, `job ${id}`),
  )
  for (const part of [id, '2026-11-20T09:00:00.000Z', '1234567890123', '1.200.000đ']) assert.ok(all.includes(part), all)
})

test('an object that holds itself ends somewhere', () => {
  const ring: Record<string, unknown> = {}
  ring['ring'] = ring
  assert.ok(lines(log => log.info({ ring }, 'ring')).length < 2000)
})
