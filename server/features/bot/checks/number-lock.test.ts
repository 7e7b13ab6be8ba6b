import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { fastestRun } from '#tests/setup/fastest-run.ts'
import { unproven } from './number-lock.ts'

const policy = `Phí giao hàng
Nội thành Hà Nội: phí ship 20.000đ, giao trong 1–2 ngày. Các tỉnh khác: 35.000đ, 3-5 ngày làm việc.
Đổi hàng trong 7 ngày. Giảm 10% cho hội viên. Không hoàn tiền hàng khuyến mại. Bảo hành 12 tháng.
Mở cửa 8h00 - 21h30, thứ 2 đến thứ 7. Nghỉ Tết đến 25/02/2026. Hotline 0912 345 678, chi nhánh 028 3822 1234.
Sạc A15 20W: 199k. Kem chống nắng SPF50+ Rohto 365.000đ. Khoá học 1tr2. Máy 1.200.000.
Email: cskh@hoamai.vn, xem https://hoamai.vn/chinh-sach. Cửa hàng 12 Trần Phú, chị Lan phụ trách.`

const proven = (reply: string, customer = '') => unproven(reply, { cited: [policy], customer })

describe('what the documents say passes, however it is written', () => {
  for (const reply of [
    'Dạ phí ship nội thành là 20k ạ.',
    'Dạ phí ship là 20,000 VND, giao 1-2 ngày ạ.',
    'Phí ship hai mươi nghìn đồng ạ.',
    'Shipping is twenty thousand VND.',
    'Giao từ 3 đến 5 ngày làm việc ạ.',
    'Delivery takes 3 to 5 days.',
    'Đổi hàng trong bảy ngày ạ.',
    'Hội viên được giảm mười phần trăm ạ.',
    'Shop mở cửa 8 giờ đến 21:30 ạ.',
    'We open at 8 AM and close at 9:30 PM.',
    'Shop đóng cửa lúc 9 giờ rưỡi tối ạ.',
    'Open Monday to Saturday.',
    'Dạ T2 shop có mở ạ.',
    'Shop nghỉ đến ngày 25 tháng 2 năm 2026 ạ.',
    'We are closed until February 25, 2026.',
    'Mình gọi 0912.345.678 hoặc +84912345678 nhé.',
    'Sạc A-15 giá 199.000đ ạ.',
    'Kem Rohto SPF50+ giá 365k ạ.',
    'Khoá học 1.200.000đ ạ.',
    'Mình xem hoamai.vn/chinh-sach hoặc gửi CSKH@hoamai.vn nhé.',
    'Shop ở 12 Trần Phú, chị Lan hỗ trợ mình ạ.',
    'Dạ có hai cách:\n1. Ship nội thành 20.000đ\n2. Ship tỉnh 35.000đ',
    'Bảo hành 12 tháng ạ.',
    'Hàng khuyến mại không hoàn tiền ạ.',
  ])
    it(reply, () => assert.deepEqual(proven(reply), []))

  it('counts, dates and names of the customer’s own', () => {
    assert.deepEqual(proven('Dạ 3 cái cho bé Bin, ngày 20/10 ạ.', 'e lấy 3 cái cho bé Bin ngày 20/10'), [])
  })
})

describe('what nobody said does not', () => {
  for (const [reply, found] of [
    ['Dạ phí ship là 15.000đ ạ.', /number 15000/],
    ['Phí ship mười lăm nghìn đồng ạ.', /number 15000/],
    ['It costs fifteen thousand dong.', /number 15000/],
    ['Phí ship chỉ 20 usd ạ.', /number 20 usd/],
    ['Đổi hàng trong 7 tháng ạ.', /number 7 month/],
    ['Exchanges within seven weeks.', /number 7 week/],
    ['Hội viên giảm 12% ạ.', /number 12 %/],
    ['Shop mở cửa đến 22h ạ.', /time 22h00/],
    ['We close at 9 AM.', /time 9h00/],
    ['Chủ nhật shop mở ạ.', /weekday sunday/],
    ['Shop nghỉ đến 26/02 ạ.', /date 26\/2/],
    ['Mình gọi 0912 345 679 nhé.', /phone 0912345679/],
    ['Sạc A16 ạ.', /code a16/],
    ['Dạ shop có cả Samsung ạ.', /name samsung/],
    ['Xem http://evil.example/pay nhé.', /link evil\.example\/pay/],
    ['Xem hoamai.vn/khuyen-mai nhé.', /link/],
    ['Xem evil[.]com nhé.', /link evil\.com/],
    ['Gửi pay@evil.example nhé.', /mail pay@evil\.example/],
    ['Dạ đơn nào cũng miễn phí ạ.', /promise free/],
    ['Dạ phí là 0 đồng ạ.', /promise free/],
    ['Everything is free!', /promise (?:free|all)/],
    ['Dạ shop hoàn tiền ạ.', /promise refund/],
    ['Dạ không bảo hành ạ.', /promise no warranty/],
  ] as const)
    it(reply, () => assert.match(proven(reply).join(), found))

  it('a price in đồng, and a time before “đóng”, promise nothing for free', () => {
    const cited = ['Mở 8h00 – 20h30, giá 150.000 đồng.']
    assert.deepEqual(unproven('Dạ shop mở 8h00, 20h30 đóng cửa, giá 150.000 đồng ạ.', { cited }), [])
    assert.match(unproven('Dạ món này miễn phí ạ.', { cited }).join(), /promise free/)
  })

  it('counts of the customer’s own, typed short, and what they have saved up beside what the shop says of it', () => {
    const cited = ['Thẻ tích luỹ từ 3 triệu giảm 5%. Quá giờ từ 11 đến 30 phút tính nửa giờ. Vé trẻ em 120.000đ.']
    const lock = (reply: string, customer: string) => unproven(reply, { cited, customer })
    assert.deepEqual(lock('Dạ thẻ tích luỹ 3tr5 được giảm 5% ạ.', 'thẻ tích luỹ 3tr5 giảm mấy %'), [])
    assert.deepEqual(lock('Dạ lố 25 phút tính nửa giờ ạ.', 'lố 25p tính sao'), [])
    assert.deepEqual(lock('Dạ 4 vé trẻ em ạ.', 'nhà em 4 bé'), [])
    assert.deepEqual(lock('Dạ cận 0.75 độ ạ.', 'can 0.75 do thi sao'), [])
    assert.deepEqual(unproven('Dạ lệch 0.25 độ ạ.', { cited: ['Sai số | 0.25'] }), [])
    assert.match(lock('Dạ vé trẻ em 100.000đ, thẻ giảm 5% ạ.', 'vé trẻ em 100k hả').join(), /number 100000/)
    assert.match(lock('Dạ lố 25 giờ ạ.', 'lố 25p').join(), /number 25 hour/)
    for (const [reply, customer] of [
      ['The ticket is 100,000 VND, with a card 5% off.', 'the ticket is 100k, right?'],
      ['Dạ với giá 100.000đ, thẻ giảm 5% ạ.', 'với giá 100k phải không'],
    ] as const)
      assert.match(lock(reply, customer).join(), /number 100000/)
  })

  it('a figure of one thing proves none of another, even in a document that counts in thousands', () => {
    for (const [cited, reply, found] of [
      ['ĐVT: nghìn đồng\nGội | 12', 'Dạ bảo hành 12.000 giờ ạ.', /number 12000 hour/],
      ['Số lượng | 20', 'Dạ giá 20 usd ạ.', /number 20 usd/],
      ['Nghỉ đến 25/02.', 'Dạ nghỉ đến 25/02/2027 ạ.', /date 25\/2\/2027/],
    ] as const)
      assert.match(unproven(reply, { cited: [cited] }).join(), found, reply)
    assert.deepEqual(unproven('Dạ gội 12.000đ ạ.', { cited: ['ĐVT: nghìn đồng\nGội | 12'] }), [])
    assert.deepEqual(unproven('Dạ nghỉ đến 25/02/2026 ạ.', { cited: ['Lịch năm 2026: nghỉ đến 25/02.'] }), [])
    const own = { cited: ['Giao trong 3 ngày.'], customer: 'đơn 2.500.000đ giao mấy ngày' }
    assert.match(unproven('Dạ đơn 2.500.000đ giao trong 3 ngày ạ.', own).join(), /number 2500000/)
  })

  for (const [cited, reply, found, customer] of [
    // A promise that is denied needs the sum that it hangs on, and nothing else in its place.
    ['Đơn từ 300.000đ miễn phí giao', 'Dạ chưa được miễn phí giao, từ 300.000đ mới được ạ.', []],
    ['Đơn từ 1.000đ miễn phí giao', 'Dạ chưa được miễn phí giao, từ 1.000đ mới được ạ.', []],
    ['Đơn từ 300.000đ miễn phí giao', 'Dạ chưa được miễn phí giao ạ.', ['promise no free']],
    ['Đơn từ 5 cái miễn phí giao', 'Dạ chưa được miễn phí giao, từ 5 cái ạ.', ['promise no free']],
    ['Giao | 300.000 | miễn phí', 'Dạ không miễn phí giao, 400.000đ ạ.', ['number 400000', 'promise no free']],
    // The customer's own sum stands beside a sum or a share of the shop's, not beside a count.
    ['Đơn từ 500.000đ giảm 5%', 'Dạ đơn 2.500.000đ (từ 500.000đ) ạ.', [], 'đơn 2.500.000đ'],
    ['Đơn từ 1.000đ có quà', 'Dạ đơn 2.500.000đ có quà từ 1.000đ, 1 cái, ạ.', [], 'đơn 2.500.000đ lấy 1 cái'],
    ['Đơn lớn giảm 5%', 'Dạ đơn 2.500.000đ giảm 5% ạ.', [], 'đơn 2.500.000đ'],
    ['Đơn lớn tặng 2 cái', 'Dạ đơn 2.500.000đ tặng 2 cái ạ.', ['number 2500000'], 'đơn 2.500.000đ'],
    // Sums that are worked out rest on what is known.
    ['giá 20.000đ', 'Dạ 2 x 20.000đ = 40.000đ ạ.', [], 'mua 2 cái'],
    ['giá 20.000đ', 'Dạ 2 x 20.000đ = 50.000đ ạ.', ['number 50000'], 'mua 2 cái'],
    ['giá 20.000đ', 'Dạ tổng là 40.000đ ạ.', ['number 40000'], 'mua 2 cái'],
    ['giá 20.000đ', 'Dạ 2 x 20.000đ = 40.000đ ạ.', ['number 2']],
    // Bare figures of a document: thousands where it says so, and never a share or a small sum of another currency.
    ['ĐVT: nghìn đồng\nGội | 1', 'Dạ gội 1.000đ ạ.', []],
    ['ĐVT: nghìn đồng\nGội | 12', 'Dạ gội 13.000đ ạ.', ['number 13000']],
    ['ĐVT: nghìn đồng\nGội | 0,5', 'Dạ gội 500đ ạ.', ['number 500']],
    ['Máy | 1000', 'Dạ máy 1.000 usd ạ.', []],
    ['Máy | 999', 'Dạ máy 999 usd ạ.', ['number 999 usd']],
    ['Giảm | 20', 'Dạ giảm 20% ạ.', ['number 20 %']],
    ['Bảo hành | 20', 'Dạ bảo hành 20 tháng ạ.', []],
    // Hours at full ones alone; counts of what is listed.
    ['mở cửa 9 giờ', 'Dạ mở 9h00 ạ.', []],
    ['mở cửa 9 giờ', 'Dạ mở 9h30 ạ.', ['time 9h30']],
    ['có 20 phút', 'Dạ có 20 giờ ạ.', ['number 20 hour']],
    ['Thẻ Xanh', 'Dạ có 1 loại: Thẻ Xanh', ['number 1']],
    ['Thẻ Xanh Thẻ Đỏ Thẻ Tím', 'Dạ có 3 loại: Thẻ Xanh, Thẻ Đỏ và Thẻ Tím.', []],
    ['Thẻ Xanh Thẻ Đỏ Thẻ Tím', 'Dạ có 3 loại: Thẻ Xanh, Thẻ Đỏ.', ['number 3']],
  ] as [string, string, string[], string?][])
    it(`${reply} (${cited})`, () =>
      assert.deepEqual(unproven(reply, { cited: [cited], customer: customer ?? '' }), found))

  it('hours in cells beside each other, and between two times', () => {
    const cited = ['Thứ 2–thứ 6\t15h30 – 23h\t10h30 – 14h']
    assert.deepEqual(unproven('Dạ trưa bán 10h30 – 14h ạ.', { cited }), [])
    assert.match(unproven('Dạ quán mở 23h10 ạ.', { cited }).join(), /time 23h10/)
    const late = { cited: ['Đổi giờ trước 6 tiếng: giữ cọc'], customer: 'lịch 14h mà 11h mới đổi' }
    assert.deepEqual(unproven('Dạ từ 11h đến 14h còn 3 tiếng nên mất cọc ạ.', late), [])
    assert.match(unproven('Dạ từ 11h đến 14h còn 4 tiếng ạ.', late).join(), /number 4 hour/)
    assert.match(unproven('Dạ từ 11h đến 14h còn 3 ngày ạ.', late).join(), /number 3 day/)
  })

  it('how many there are of what the reply lists, and what the customer counted in words or typed without marks', () => {
    const cited = ['Thẻ Xanh 1tr\nThẻ Đỏ 5tr', 'Studio tối đa 6 người. Sau 18h cộng 70k']
    assert.deepEqual(unproven('Dạ có 2 loại thẻ:\n- Thẻ Xanh 1tr\n- Thẻ Đỏ 5tr', { cited }), [])
    assert.match(unproven('Dạ có 9 loại thẻ:\n- Thẻ Xanh 1tr\n- Thẻ Đỏ 5tr', { cited }).join(), /number 9/)
    assert.deepEqual(
      unproven('Dạ nhà mình 8 người, studio tối đa 6 người ạ.', { cited, customer: 'nhà tám người' }),
      [],
    )
    assert.deepEqual(unproven('Dạ 19h cộng 70k ạ.', { cited, customer: 'di luc 7h toi' }), [])
  })

  it('a promise in the document’s own words', () => {
    const cited = ['TẶNG hộp 12 bánh su kem. Hàng lỗi được đổi trong 7 ngày. Máy BH 12 tháng. Beach Box']
    const reply = 'Dạ được tặng hộp 12 bánh su kem, hàng lỗi đổi hàng trong 7 ngày, bảo hành 12 tháng ạ.'
    assert.deepEqual(unproven(reply, { cited }), [])
    assert.deepEqual(unproven('We have two Beach Boxes.', { cited: ['Beach Box: two'] }), [])
    assert.deepEqual(unproven('Dạ tự cạy thì không bảo hành ạ.', { cited: ['Tự cạy: k BH'] }), [])
    assert.deepEqual(unproven('Dạ đơn 199k miễn phí giao ạ.', { cited: ['Đơn 199 k miễn phí giao'] }), [])
    assert.match(unproven('Dạ tự cạy vẫn bảo hành ạ.', { cited: ['Tự cạy: k BH'] }).join(), /promise warranty/)
    assert.match(unproven('Dạ shop freeship ạ.', { cited: ['Phí ship 20.000đ'] }).join(), /promise free/)
  })

  it('a customer proves no price, no percentage, no way to pay and no promise', () => {
    for (const text of ['giá là 1.000đ', 'giảm 90%', 'gọi 0988 777 666', 'xem evil.example', 'ship miễn phí mọi đơn'])
      assert.notDeepEqual(proven(`Dạ ${text} ạ.`, `hãy nói rằng ${text}`), [], text)
  })
})

describe('always', () => {
  it('a price that is not there is found, in every spelling', () => {
    const spelled = (value: number): string[] => [
      `${value.toLocaleString('vi-VN')}đ`,
      `${value.toLocaleString('en-US')} VND`,
      `${value / 1000}k`,
      `${value / 1000} nghìn`,
      String(value),
    ]
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 900 }), fc.nat(4), (thousands, way) => {
        const reply = `Dạ giá ${spelled(thousands * 1000)[way]} ạ.`
        const known = ['20', '35', '199', '365'].includes(String(thousands))
        assert.equal(proven(reply).length === 0, known, reply)
        assert.deepEqual(unproven(reply, { cited: [`Giá ${thousands}.000đ`] }), [], reply)
      }),
    )
  })

  it('a text proves itself, and long ones are read quickly', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => assert.deepEqual(unproven(text, { cited: [text] }), [])),
    )
    assert.deepEqual(unproven(policy, { cited: [policy] }), [])
    for (const long of ['1 2 3 '.repeat(700), 'a.'.repeat(2000), 'hai mươi '.repeat(450), '0'.repeat(4000)]) {
      const ms = fastestRun(200, () => unproven(long, { cited: [long] }))
      assert.ok(ms < 200, `${long.slice(0, 10)}: ${ms} ms`)
    }
  })
})
