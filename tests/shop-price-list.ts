/** One believable shop's price list, as blocks that `documents.ts` prints as PDF, DOCX or TXT. */
export type Block =
  | { kind: 'title' | 'heading' | 'paragraph' | 'bullet'; text: string }
  | { kind: 'table'; header: string[]; rows: string[][] }

export const SHOP_PRICE_LIST: Block[] = [
  { kind: 'title', text: 'Bảng giá và chính sách Hạt Nâu Coffee' },
  {
    kind: 'paragraph',
    text: 'Hạt Nâu là tiệm cà phê rang xay ở Đà Lạt, bán hạt rang mộc và dụng cụ pha tại nhà. Giá áp dụng từ ngày 01/11/2026, đã gồm thuế GTGT. Hàng rang theo đơn vào thứ ba và thứ sáu hằng tuần.',
  },
  { kind: 'heading', text: 'Cà phê hạt và bột' },
  {
    kind: 'table',
    header: ['Sản phẩm', 'Gói 250g', 'Gói 500g', 'Gói 1kg'],
    rows: [
      ['Robusta Buôn Hồ', '89.000đ', '165.000đ', '310.000đ'],
      ['Arabica Cầu Đất', '135.000đ', '255.000đ', '490.000đ'],
      ['Blend Phin Đậm', '99.000đ', '185.000đ', '350.000đ'],
      ['Blend Espresso Đêm', '119.000đ', '225.000đ', '430.000đ'],
      ['Culi Đắk Mil', '105.000đ', '199.000đ', '379.000đ'],
    ],
  },
  { kind: 'paragraph', text: 'Xay miễn phí theo cách pha: phin, espresso, pour over hoặc cold brew.' },
  { kind: 'heading', text: 'Dụng cụ pha' },
  {
    kind: 'table',
    header: ['Dụng cụ', 'Giá', 'Bảo hành'],
    rows: [
      ['Phin nhôm Nâu số 3', '75.000đ', 'không'],
      ['Bình pour over 600ml', '290.000đ', 'không'],
      ['Cối xay tay Mây', '690.000đ', '12 tháng'],
      ['Máy xay điện M2', '2.450.000đ', '24 tháng'],
    ],
  },
  { kind: 'heading', text: 'Phí giao hàng' },
  {
    kind: 'paragraph',
    text: 'Nội thành TP.HCM và Đà Lạt: phí ship 22.000đ, giao trong 1–2 ngày. Các tỉnh thành khác: phí ship 35.000đ, giao trong 3–5 ngày làm việc. Miễn phí vận chuyển cho đơn từ 450.000đ.',
  },
  {
    kind: 'paragraph',
    text: 'Giao hoả tốc trong 2 giờ chỉ có ở Đà Lạt, phụ phí 30.000đ, nhận đơn đến 18h00.',
  },
  { kind: 'heading', text: 'Giờ mở cửa và địa chỉ' },
  {
    kind: 'paragraph',
    text: 'Cửa hàng ở 27 Nguyễn Công Trứ, phường Lang Biang, Đà Lạt. Mở cửa 7h30 đến 21h00 từ thứ hai đến thứ bảy, chủ nhật mở từ 8h00 đến 17h00. Nghỉ Tết từ 28 tháng Chạp đến hết mùng 4.',
  },
  { kind: 'heading', text: 'Đổi trả' },
  { kind: 'bullet', text: 'Đổi trả trong 7 ngày kể từ ngày nhận nếu gói hàng còn nguyên tem và chưa mở.' },
  { kind: 'bullet', text: 'Hàng lỗi do vận chuyển: chụp ảnh gửi trong 48 giờ, tiệm gửi lại miễn phí.' },
  { kind: 'bullet', text: 'Cà phê đã xay theo yêu cầu không đổi trả.' },
  { kind: 'heading', text: 'Thanh toán và mua sỉ' },
  {
    kind: 'paragraph',
    text: 'Nhận tiền mặt, chuyển khoản và COD cho đơn tới 2.000.000đ. Mua sỉ từ 10kg giảm 12%, từ 30kg giảm 18%; quán đặt cọc 30% cho đơn đầu tiên.',
  },
  { kind: 'paragraph', text: 'Hotline và Zalo: 0912 345 678. Email: chao@hatnau.example.' },
]
