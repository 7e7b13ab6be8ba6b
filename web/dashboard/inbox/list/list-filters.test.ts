import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ConversationGroup } from '#shared/words.ts'
import type { Conversation } from '#web/data/wire-rows.ts'
import { countFilters, filterSuffix, fits, isNarrowed, listQuery, noFilters, readFilters } from './list-filters.ts'

const tag = '01a20000-0000-7000-8000-000000000001'
const channel = '01a20000-0000-7000-8000-000000000003'
const read = (text: string) => readFilters(new URLSearchParams(text))

test('an address keeps every filter, in one order, and nothing that cannot be meant', () => {
  const all = `?show=closed&source=zalo&bot=off&assignee=me&tag=${tag}&unread=true&q=%C3%A1o+thun`
  assert.equal(filterSuffix(read(all)), all)
  assert.equal(filterSuffix(read('show=everything&source=fax&bot=maybe&assignee=x&tag=1&unread=no&q=++')), '')
  assert.equal(countFilters(read(all)), 5)
  assert.deepEqual(
    ['', 'show=closed', 'q=++', 'q=da', 'bot=on'].map(text => isNarrowed(read(text))),
    [false, false, false, true, true],
  )
})

test('whoever searches looks everywhere, unless they say otherwise', () => {
  assert.equal(read('').show, 'open')
  assert.equal(read('q=ao').show, 'all')
  assert.equal(read('q=ao&show=open').show, 'open')
  assert.equal(filterSuffix(read('q=ao&show=open')), '?show=open&q=ao')
  assert.equal(filterSuffix({ ...read('q=ao'), q: '' }), '')
})

test('the server is asked for the group and the filters', () => {
  const asked = (group: ConversationGroup, text: string) => JSON.parse(JSON.stringify(listQuery(group, read(text))))
  assert.deepEqual(asked('waiting', 'show=open&bot=on&q=da'), { group: 'waiting', bot: 'on', q: 'da' })
  assert.deepEqual(asked('all', 'q=++'), { group: 'all' })
  const each = { source: 'zalo', channel: tag, bot: 'off', assignee: 'nobody', tag, unread: 'true', q: 'da' }
  assert.deepEqual(asked('closed', String(new URLSearchParams(each))), { group: 'closed', ...each })
  assert.deepEqual(listQuery('all', { show: 'all', ...noFilters }), listQuery('all', read('')))
})

test('a row that changes is judged by all filters together', () => {
  const row = {
    source: 'zalo',
    channel_id: channel,
    bot_status: 'off',
    assignee_id: 'me',
    tag_ids: [tag],
    contact_name: 'Nguyễn Ánh',
    preview: 'Dạ còn ạ',
    customer_said: 'Còn áo thun không shop',
  } as unknown as Conversation
  const here = (text: string, unread = true) => fits(row, read(text), { personId: 'me', unread })
  assert.equal(here(`source=zalo&channel=${channel}&bot=off&assignee=me&tag=${tag}&unread=true&q=ao thun`), true)
  assert.equal(here('q=nguyen'), true)
  for (const other of [
    'source=website',
    `channel=${tag}`,
    'bot=on',
    'assignee=nobody',
    `assignee=${tag}`,
    `tag=${tag.replace('1', '2')}`,
    'q=quan',
    'q=!',
  ])
    assert.equal(here(other), false, other)
  assert.equal(here('unread=true', false), false)
})
