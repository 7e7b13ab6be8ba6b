import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statisticsTexts } from '#shared/texts/dashboard/statistics-texts.ts'
import type { Statistics } from '#web/parts/workspace/use-statistics.ts'
import { statisticsCsv } from './statistics-csv.ts'

const none = { opened: 0, agreed: 0, proposed: 0, waiting: 0, declined: 0, expired: 0 }
const booking = { kind: 'booking', opened: 9, agreed: 3, proposed: 2, waiting: 2, declined: 1, expired: 1 }

test('the file has what customers asked for, each outcome by itself; nothing of it where nobody asked', () => {
  const csv = (...intents: object[]) =>
    statisticsCsv({ steps: [], channels: [], intents } as unknown as Statistics, statisticsTexts('vi'), 'vi')
  const lines = csv(booking, { kind: 'order', ...none })
    .trim()
    .split('\r\n')
  assert.equal(lines.at(-1), '"Đặt lịch";9;3;2;2;1;1')
  assert.match(lines.at(-2) ?? '', /Đã xác nhận.*Đã đề nghị khác, chưa chốt.*Đang chờ.*Đã từ chối.*Quá hạn/)
  assert.equal(
    csv({ kind: 'order', ...none })
      .trim()
      .split('\r\n').length,
    1,
  )
})
