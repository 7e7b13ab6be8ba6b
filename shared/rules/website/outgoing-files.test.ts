import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileRefusal, takenTypes } from './outgoing-files.ts'

const mb = 1024 * 1024

test('each channel takes what its platform takes, to the byte', () => {
  const pdf = 'application/pdf'
  assert.equal(fileRefusal('website', { type: pdf, size: 25 * mb }), undefined)
  assert.deepEqual(fileRefusal('website', { type: pdf, size: 25 * mb + 1 }), { why: 'size', limit: 25 })
  assert.deepEqual(fileRefusal('facebook', { type: 'image/jpeg', size: 8 * mb + 1 }), { why: 'size', limit: 8 })
  assert.equal(fileRefusal('facebook', { type: 'video/mp4', size: 20 * mb }), undefined)
  assert.equal(fileRefusal('zalo', { type: 'image/png', size: mb }), undefined)
  assert.deepEqual(fileRefusal('zalo', { type: 'image/png', size: mb + 1 }), { why: 'size', limit: 1 })
  assert.deepEqual(fileRefusal('zalo', { type: pdf, size: 6 * mb }), { why: 'size', limit: 5 })
  for (const type of ['image/webp', 'video/mp4', 'application/zip'])
    assert.deepEqual(fileRefusal('zalo', { type, size: 10 }), { why: 'type' }, type)
})

test('what could be run or shown as a page is taken nowhere', () => {
  for (const type of ['', 'text/html', 'image/svg+xml', 'application/x-msdownload'])
    for (const source of ['website', 'facebook', 'zalo'] as const)
      assert.deepEqual(fileRefusal(source, { type, size: 10 }), { why: 'type' }, type)
})

test('what a file dialog offers is taken', () => {
  for (const source of ['website', 'facebook', 'zalo'] as const)
    for (const type of takenTypes(source))
      assert.equal(fileRefusal(source, { type: type.replace('*', 'mp4'), size: 10 }), undefined, `${source} ${type}`)
})
