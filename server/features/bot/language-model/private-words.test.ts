import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forProvider, maskingOf } from './private-words.ts'

test('ways to reach somebody, names, house and street are hidden; district and town stay', () => {
  for (const [text, masked] of [
    [
      'em là Nguyễn Thị Hoa, giao về 12 Nguyễn Trãi, quận 1 bao nhiêu ạ',
      'em là [name], giao về [address], quận 1 bao nhiêu ạ',
    ],
    ['GIAO 15 LÊ LỢI, ĐÀ NẴNG NHA', 'GIAO [address], ĐÀ NẴNG NHA'],
    ['giao 15 le loi da nang nha', 'giao [address] da nang nha'],
    ['em o 18 kiet 42 nguyen du hue, giao toi nha', 'em o [address] hue, giao toi nha'],
    [
      'giao tới 5/12 ngõ 34 Kim Mã, Ba Đình, Hà Nội, sdt 0912345678',
      'giao tới [address], Ba Đình, Hà Nội, sdt [phone:••••••••678]',
    ],
    ['ship về quận 3 bao nhiêu', 'ship về quận 3 bao nhiêu'],
    ['phí ship nội thành 20.000đ phải không', 'phí ship nội thành 20.000đ phải không'],
    ...[
      'ship ve can tho don duoi 10 ky bao nhieu',
      'Gửi về Cần Thơ kiện dưới 10 ký phí bao nhiêu ạ?',
      'bé 14 kg cao 98cm mặc size mấy',
      'be nha em 2 tuoi ruoi mac size 12 tinh them khong',
      'uon toc 90p bao nhieu, toc dai qua thi co tinh them khong',
      'cua 4-5 con nhieu 1 ky, hang gui la cua song hay cua luoc',
      'giao quận 7 đơn 3 ký phí bao nhiêu',
      'nhà chị cách chỗ em chừng 9 cây, ship đồ ăn bao nhiêu',
      'nhà mình lầu 3 không thang máy, khiêng lên tính sao',
      'nha em o thuan an mua 800k co duoc free ship ko',
      'lấy 2 thùng tặng gì, đơn giao tới Vĩnh Long mấy ngày',
      'gắn đá lên 6 ngón bao nhiêu tiền',
      'máy 13 Pro Max zin còn không, ghé Hà Nội lấy được không',
    ].map(text => [text, text] as const),
  ] as const)
    assert.equal(forProvider(text).replace(/•+/, '••••••••'), masked, text)
})

test('a name given once is hidden everywhere, and comes back into the reply', () => {
  const texts = ['tên em là Lan, giao về 12 Nguyễn Trãi, quận 1', 'Lan đây, phí bao nhiêu ạ']
  const masking = maskingOf(texts)
  assert.equal(masking.customer(texts[0]!), 'tên em là [name], giao về [address], quận 1')
  assert.equal(masking.customer(texts[1]!), '[name] đây, phí bao nhiêu ạ')
  assert.equal(
    masking.shop('Dạ chào chị Lan, shop Lan Hương xin nghe'),
    'Dạ chào chị [name], shop [name] Hương xin nghe',
  )
  assert.equal(masking.restore('Dạ giao tới [address] cho [name] ạ.'), 'Dạ giao tới 12 Nguyễn Trãi cho Lan ạ.')
})

test('two names and two houses have signs of their own, and each comes back in its place', () => {
  const texts = [
    'em là Nguyễn Thị Hoa, giao về 12 Nguyễn Trãi, quận 1',
    'bạn em là Trần Văn Minh, giao về 15 Lê Lợi, quận 3',
  ]
  const masking = maskingOf(texts)
  const masked = texts.map(text => masking.customer(text))
  assert.deepEqual(masked, [
    'em là [name], giao về [address], quận 1',
    'bạn em là [name 2], giao về [address 2], quận 3',
  ])
  assert.deepEqual(
    texts.map(text => masking.customer(text)),
    masked,
  )
  assert.deepEqual(
    masked.map(text => masking.restore(text)),
    texts,
  )
  assert.equal(masking.restore('[name 2] và [name]: [address 2]'), 'Trần Văn Minh và Nguyễn Thị Hoa: 15 Lê Lợi')
})
