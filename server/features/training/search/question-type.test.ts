import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readQuery } from './query.ts'

const typeOf = (text: string): string => readQuery(text).type

test('words that share their letters with those that ask, ask nothing where marks are typed', () => {
  assert.equal(typeOf('Quốc gia nào sản xuất nhiều cà phê nhất?'), 'other', 'no price')
  assert.equal(typeOf('Hạt cho mèo già có không?'), 'yes_no', 'no price')
  assert.equal(typeOf('Cuộc thi ở Nam Phi diễn ra khi nào?'), 'date', 'no fee')
  assert.equal(typeOf('Nhóm nào thắng giải?'), 'other', 'no day')
  assert.equal(typeOf('Loại khí nào dùng để bơm bóng?'), 'other', 'no day')
  assert.equal(typeOf('Lớp có bao nhiêu nam giới?'), 'number', 'no years')
  assert.equal(typeOf('Cái gì được ghi trong báo cáo về quy mô của công ty?'), 'other', 'no opening hours')
  assert.equal(typeOf('Doctor Who mang theo những gì?'), 'other', 'a name, no question for one')
  assert.equal(typeOf('Cần giấy tờ gì?'), 'other', 'no English "can"')
})

test('what is asked for is told with marks, without and in parts', () => {
  assert.equal(typeOf('Giá cắt tóc nam bao nhiêu?'), 'money')
  assert.equal(typeOf('gia cat toc nam bao nhieu'), 'money')
  assert.equal(typeOf('gía cắt tóc nam thế nào'), 'money', 'the mark on the wrong letter')
  assert.equal(typeOf('shop có nhận thanh toán momo khong a'), 'yes_no')
  assert.equal(typeOf('cn mo cua may h'), 'time')
  assert.equal(typeOf('mo nap roi xai duoc bao lau'), 'duration')
  assert.equal(typeOf('Bảo hành bao nhiêu năm?'), 'duration')
  assert.equal(typeOf('cho xin số máy với'), 'phone')
  assert.equal(typeOf('Tiệm ở đâu vậy?'), 'place')
  assert.equal(typeOf('Where is chi nhánh Quận 1?'), 'place')
})

test('a year is asked for also of what opens and closes', () => {
  assert.equal(typeOf('Phòng tranh mở cửa vào năm nào?'), 'date')
  assert.equal(typeOf('Shop mở cửa lúc nào?'), 'time')
  assert.equal(typeOf('Nhà máy hoạt động trong khoảng thời gian nào?'), 'date')
})
