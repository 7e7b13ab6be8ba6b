import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askedColumn } from './asked-column.ts'

const wash = 'G2; Dịch vụ: Gội dưỡng sinh; 60 phút: 180.000; 90 phút: 255.000; Gói 10 (loại 90 phút): 2.080.000'
const wax = 'Nửa chân; Nữ – lẻ: 360.000; Nữ – gói 10 buổi: 2.700.000; Nam – lẻ: 480.000; Nam – gói 10 buổi: 3.690.000'
const bike = 'Vision; 1 ngày (24h): 170k; Từ 3 ngày (mỗi ngày): 150k; Tiền cọc: 2tr'
const warranty = 'Khung gỗ; Thời hạn: 60 tháng; Giá sửa: 200.000đ'

test('of a row the columns that are meant, and none where the question does not tell', () => {
  for (const [shown, question, wantsMoney, expected] of [
    [wash, 'gội dưỡng sinh loại 90 phút bao nhiêu', true, 'Gội dưỡng sinh – 90 phút: 255.000'],
    [wash, 'goi duong sinh 60p nhieu', true, 'Gội dưỡng sinh – 60 phút: 180.000'],
    [wash, 'gội dưỡng sinh bao nhiêu', true, undefined],
    [wash, 'gội dưỡng sinh 45 phút bao nhiêu', true, undefined],
    [wax, 'Nam triệt nửa chân một buổi bao nhiêu', true, 'Nửa chân – Nam – lẻ: 480.000'],
    [wax, 'nữ triệt nửa chân gói 10 buổi', true, 'Nửa chân – Nữ – gói 10 buổi: 2.700.000'],
    [bike, 'thuê vision 4 ngày mỗi ngày bao nhiêu', true, 'Vision – Từ 3 ngày (mỗi ngày): 150k'],
    [bike, 'thuê vision 1 ngày bao nhiêu', true, 'Vision – 1 ngày (24h): 170k'],
    [warranty, 'khung gỗ bảo hành thời hạn bao lâu', false, 'Khung gỗ – Thời hạn: 60 tháng'],
    [warranty, 'khung gỗ sửa mấy lần', false, undefined],
    [warranty, 'khung gỗ của nhà mình thời hạn giá bao nhiêu', true, undefined],
    ['Gội đầu: 60k', 'gội đầu bao nhiêu', true, undefined],
  ] as [string, string, boolean, string | undefined][])
    assert.equal(askedColumn(shown, question, wantsMoney), expected, question)
})
