import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compileFacts } from './compile-facts.ts'

const text = [
  '- Huỷ đơn: chưa đóng thùng thì huỷ thoải mái. Đóng thùng rồi trừ tiền thùng.',
  'Có giữ hàng giúp không?',
  'Giữ tối đa 3 ngày.',
  'Is there a lift? – Yes, at the back.',
  'Gói nhỏ: 20k; gói lớn: 35k',
  'Cần căn cước và bằng lái; không giữ bản gốc',
  'Chị Hoa gửi nhầm áo, tiệm đổi liền trong ngày.',
].join('\n')
const { statements } = compileFacts([{ document: '1', title: 'Quy định', heading: 'Quy định › Đổi trả', text }])
const statementOf = (start: string) =>
  statements.find(one => one.text.startsWith(start)) ?? assert.fail(statements.map(one => one.text).join('\n'))

describe('the sentences of a document', () => {
  it('each stand at their exact place, under their headings', () => {
    assert.ok(statements.length >= 8)
    for (const { place, text: statement, path } of statements) {
      assert.equal(text.slice(place.start, place.end).replace(/\s*[;:,]$/u, ''), statement.replace(/\s*[;:,]$/u, ''))
      assert.deepEqual(path, ['Quy định', 'Quy định', 'Đổi trả'])
    }
  })

  it('are about the label of their line, or about the question before them', () => {
    assert.deepEqual(statementOf('Đóng thùng rồi').about, ['Huỷ đơn'])
    assert.deepEqual(statementOf('Đóng thùng rồi').topics.has('cancel'), true)
    assert.deepEqual(
      [statementOf('Giữ tối đa').isPair, statementOf('Giữ tối đa').about],
      [true, ['Có giữ hàng giúp không?']],
    )
    assert.deepEqual([statementOf('Yes, at').isPair, statementOf('Yes, at').about], [true, ['Is there a lift?']])
    assert.equal(statementOf('Gói nhỏ').isPair, false)
  })

  it('are parted at a semicolon only where they list several things', () => {
    assert.equal(statementOf('gói lớn').text, 'gói lớn: 35k')
    assert.equal(statementOf('Cần căn cước').text, 'Cần căn cước và bằng lái; không giữ bản gốc')
  })

  it('are told apart from stories', () => {
    assert.equal(statementOf('Chị Hoa').isStory, true)
    assert.equal(statementOf('Giữ tối đa').isStory, false)
    const [visitors] = compileFacts([
      { document: '1', title: 'Sổ', heading: 'Sổ', text: 'Khách Nhật: hộ chiếu và bằng lái còn hạn.' },
    ]).statements
    assert.equal(visitors?.isStory, false)
    const [example] = compileFacts([
      { document: '1', title: 'Sổ', heading: 'Sổ › Ví dụ', text: 'Khách gửi 4 kg ra Vinh, cước 60k.' },
    ]).statements
    assert.equal(example?.isStory, true)
  })
})
