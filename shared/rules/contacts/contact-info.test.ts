import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { detectContacts, maskContacts } from './contact-info.ts'

const phone = 'phone:+84912345678'
const examples: [string, string[]][] = [
  ['sđt e: 0912.345.678, đc: 12 Nguyễn Huệ, quận 1', [phone, 'address']],
  ['09 12 34 56 78', [phone]],
  ['+84-912-345-678 Whatsapp', [phone]],
  ['0084 912 345 678', [phone]],
  ['84 912 345 678', [phone]],
  ['sdt0912345678nha', [phone]],
  ['0912345678/0987654321', [phone, 'phone:+84987654321']],
  ['0912345678 - 0987654321', [phone, 'phone:+84987654321']],
  ['o912 345 678 ạ', [phone]],
  ['zalo 912345678', [phone]],
  ['０９１２３４５６７８', [phone]],
  ['số cũ 0168 888 9999', ['phone:+84388889999']],
  ['số chín không ba năm sáu bảy tám chín hai một không', []],
  ['không chín một hai ba bốn năm sáu bảy tám', [phone]],
  ['(04) 3825 1234', ['landline:+842438251234']],
  ['+1 415 555 2671', ['phone:+14155552671']],
  ['hoa123@gmail nha shop', ['email:hoa123@gmail.com']],
  ['hoa @ gmail . com', ['email:hoa@gmail.com']],
  ['hoa at gmail dot com', ['email:hoa@gmail.com']],
  ['tk 0912345678 mb bank Tran Van A', ['bank:0912345678']],
  ['momo 0912345678', [phone]],
  ['cmnd 123 456 789', ['id:123456789']],
  ['hộ chiếu B1234567', ['id:B1234567']],
  ['visa 4242-4242-4242-4242', ['card:4242424242424242']],
  ['xóm 3, xã Nghi Phú, TP Vinh', ['address']],
  ['chung cư Vinhomes tòa S2 căn 1205 quận 9', ['address']],
  ['tới số nhà 15B ngách 42/8 phố Vũ Trọng Phụng, Thanh Xuân nhé', ['address']],
  ['123 đường 3/2 phường 12 quận 10', ['address']],
  ['giao 12 nguyen hue q1 nhe', ['address']],
  ['my address: 12 Tran Phu street, ward 4, district 5', ['address']],
]
const nothing = [
  'giá 1.200.000 - 2.500.000',
  'size 38 39 40 41 42 43',
  'mã DH0912345678',
  'https://shop.vn/p/0912345678 cái này',
  'đơn 0912345678 tới đâu rồi',
  'imei 356789104567891',
  '1900 1234 56',
  'ngày 20-11-2024 lúc 9h30',
  'mình ở hà nội',
  'giảm giá cho em đi, em ở 3 đêm',
  'em ở quận 7 ship bao nhiêu',
  'shop có chi nhánh ở 45 Lê Lợi không',
  'mua 2 hộp giao hà nội',
  'tuổi 25 cao 165 nặng 50',
  'pin 20000mah sạc 20w',
  'chin khong ba',
  '',
  '👍',
]

describe('contact details in messages', () => {
  for (const [text, expected] of examples) {
    it(text, () => {
      assert.deepEqual(
        detectContacts(text).map(({ kind, value }) => (kind === 'address' ? kind : `${kind}:${value}`)),
        expected,
      )
    })
  }
  for (const text of nothing) it(`nothing in “${text}”`, () => assert.deepEqual(detectContacts(text), []))

  it('gives the same for NFC and NFD, with exact ranges of the NFC text', () => {
    const text = 'Số em là 0912 345 678, nhà ở thôn Đông, xã Tân Lập, huyện Vũ Thư'
    assert.deepEqual(detectContacts(text.normalize('NFD')), detectContacts(text))
    assert.deepEqual(
      detectContacts(text).map(({ start, end }) => text.slice(start, end)),
      ['0912 345 678', 'thôn Đông, xã Tân Lập, huyện Vũ Thư'],
    )
  })

  it('masks everything that could reach a log', () => {
    const masked = maskContacts('Số 0912.345.678, mail a.b@x.vn, thẻ 4111 1111 1111 1111, cccd 079201012345')
    assert.equal(
      masked,
      'Số [phone:••••••••678], mail [email:a•••@x.vn], thẻ [card:•••••••••••••111], cccd [id:•••••••••345]',
    )
  })
})
