import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { splitAsks } from './split-asks.ts'

describe('the questions of one that asks twice', () => {
  for (const [text, parts] of [
    ['loại lớn bao nhiêu, bảo hành mấy năm', ['loại lớn bao nhiêu', 'bảo hành mấy năm']],
    ['giá bao nhiêu và giao mấy ngày', ['giá bao nhiêu', 'và giao mấy ngày']],
    ['ghế xếp, màu xanh, bao nhiêu tiền', ['ghế xếp, màu xanh, bao nhiêu tiền']],
    ['một máy giặt, một máy sấy giá sao', ['một máy giặt, một máy sấy giá sao']],
    ['how much is it, how long does it take', ['how much is it', 'how long does it take']],
  ] as const)
    it(text, () => {
      assert.deepEqual(splitAsks(text), parts)
    })
})
