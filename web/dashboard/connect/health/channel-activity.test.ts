import assert from 'node:assert/strict'
import { test } from 'node:test'
import { channelScreensTexts } from '#shared/texts/channels/channel-screens-texts.ts'
import type { Channel } from '#web/data/wire-rows.ts'
import { channelActivity } from './channel-activity.ts'

const texts = channelScreensTexts('en')

test('what happened stands in the order of its time, with what went wrong among it, and nothing that did not happen', () => {
  const channel = {
    kind: 'facebook',
    status: 'connected',
    status_reason: null,
    created_at: '2026-11-01T00:00:00Z',
    last_in_at: '2026-11-20T03:00:00Z',
    last_out_at: null,
    health: {
      checked_at: '2026-11-20T02:00:00Z',
      token: { since: null },
      queue: { oldest_at: null },
      findings: [
        { code: 'facebook.not_subscribed', level: 'error', repair: 'repair', since: '2026-11-20T01:00:00+00:00' },
        { code: 'zalo.account_not_verified', level: 'info', repair: 'platform', since: '2026-11-19T01:00:00Z' },
      ],
    },
  } as unknown as Channel
  const shown = channelActivity(channel, texts, 'en')
  assert.deepEqual(
    shown.map(({ at }) => at.slice(0, 13)),
    ['2026-11-20T03', '2026-11-20T02', '2026-11-20T01', '2026-11-01T00'],
  )
  assert.deepEqual(
    shown.map(({ tone }) => tone),
    ['good', 'plain', 'bad', 'plain'],
  )
})
