import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSettings } from '#shared/contracts/bot/bot-settings.contract.ts'
import { configurationTexts } from '#shared/texts/bot/configuration-texts.ts'
import { changedPanels, hasProblems, problemsOf, readSynonyms, realChanges } from './draft.ts'

const day = { open: '08:00', close: '20:00' }
const texts = configurationTexts('vi')

test('what was changed back is no change', () => {
  assert.deepEqual(realChanges(defaultSettings, { tone: 'warm', never_say: [], name: 'Mộc' }), { name: 'Mộc' })
})

test('names each panel with changes once, in the order of the screen', () => {
  assert.deepEqual(changedPanels({ never_say: ['a'], tone: 'brief', name: 'Mộc' }), ['persona', 'never'])
})

test('a bot has a name, a day opens and closes at two times', () => {
  assert.equal(hasProblems(problemsOf(defaultSettings, texts)), false)
  assert.equal(problemsOf({ ...defaultSettings, name: ' ' }, texts).name, texts.nameMissing)
  assert.equal(hasProblems(problemsOf({ ...defaultSettings, name: ' ' }, texts)), true)
  const hours = [day, null, { open: '08:00', close: '08:00' }, { open: '', close: '20:00' }, day, day, null]
  assert.deepEqual(Object.keys(problemsOf({ ...defaultSettings, hours }, texts).days), ['2', '3'])
})

test('words that mean the same are joined by =, two at least', () => {
  assert.deepEqual(readSynonyms(' phích nước=bình giữ nhiệt = phích nước'), ['phích nước', 'bình giữ nhiệt'])
  assert.equal(readSynonyms('phích nước ='), undefined)
})

test('a colour is one, and white can be read on it', () => {
  const problem = (widget_colour: string | null) => problemsOf({ ...defaultSettings, widget_colour }, texts)
  assert.equal(problem(null).colour, undefined)
  assert.equal(problem('#7a1f3d').colour, undefined)
  assert.equal(problem('#7a1f3').colour, texts.colourWrong)
  assert.notEqual(problem('#ffee00').colour, undefined)
  assert.deepEqual([problem('red'), problem('#7a1f3d')].map(hasProblems), [true, false])
})
