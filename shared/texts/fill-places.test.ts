import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillPlaces } from './fill-places.ts'

test('values stand in their places, and words go with their number', () => {
  const pages = '{name}: {count} {count|page|pages}, {left} {left|is|are} left'
  assert.equal(fillPlaces(pages, { name: 'Gốm', count: 1, left: 2 }), 'Gốm: 1 page, 2 are left')
  assert.equal(fillPlaces(pages, { name: 'Gốm', count: '1,200', left: '1' }), 'Gốm: 1,200 pages, 1 is left')
  assert.equal(fillPlaces(pages, { name: 'Gốm', count: 0, left: 1 }), 'Gốm: 0 pages, 1 is left')
})

test('a place that nobody filled stays to be seen', () => {
  assert.equal(fillPlaces('{count} {count|page|pages} of {all}', {}), '{count} {count|page|pages} of {all}')
})
