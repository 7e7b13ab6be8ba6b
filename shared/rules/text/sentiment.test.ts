import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sentimentOf } from './sentiment.ts'

const messages: Record<'positive' | 'neutral' | 'negative', string[]> = {
  positive: [
    'đóng gói cẩn thận, giao hàng siêu nhanh',
    'quá ok luôn shop',
    'shop làm ăn uy tín',
    'xài 2 tuần da đẹp lên hẳn',
    'đồ ăn ngon, nhân viên dễ thương',
    'do dep xiu luon a',
    'everything arrived on time, great',
    'dạ em cảm ơn',
    '❤️',
  ],
  neutral: [
    'shop còn size L không',
    'sản phẩm có tốt không ạ',
    'hàng lỗi thì đổi thế nào ạ',
    'bị dị ứng có hoàn tiền không',
    'da em hay bị mụn thì dùng loại nào',
    'nếu không thích có trả được không',
    'mình lấy màu đỏ nhé',
    'cái này đẹp không',
    'is it good for dry skin?',
    '',
  ],
  negative: [
    'mới mua về đã hỏng',
    'gọi hoài không ai bắt máy',
    'mấy người làm ăn gì kì vậy',
    'đợi cả tuần rồi vẫn chưa giao',
    'chất vải mỏng, đường may ẩu',
    'tôi rất không hài lòng',
    'that vong qua',
    'the item arrived broken',
    'chán thật sự 😡',
  ],
}

for (const [label, texts] of Object.entries(messages)) {
  for (const text of texts) it(`${label}: ${text || '(empty)'}`, () => assert.equal(sentimentOf(text).label, label))
}

it('does not depend on how the marks are stored', () => {
  for (const text of Object.values(messages).flat())
    assert.deepEqual(sentimentOf(text.normalize('NFD')), sentimentOf(text))
})
