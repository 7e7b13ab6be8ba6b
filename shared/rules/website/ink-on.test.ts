import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { inkOn, luminance, readColour } from './ink-on.ts'

test('colours are read in both spellings, anything else is none', () => {
  assert.equal(readColour('#0A3a2D'), '#0a3a2d')
  assert.equal(readColour('#abc'), '#aabbcc')
  for (const none of ['red', '#12345', 'url(x)', '', null, 7, '#zzzzzz']) assert.equal(readColour(none), null)
})

test('the sign is readable on every colour', () => {
  assert.equal(inkOn('#0a3a2d'), '#ffffff')
  assert.equal(inkOn('#f3b6ca'), '#000000')
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), value => {
      const colour = `#${value.toString(16).padStart(6, '0')}`
      const [a, b] = [luminance(colour), luminance(inkOn(colour))]
      assert.ok((Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) >= 4.5)
    }),
  )
})
