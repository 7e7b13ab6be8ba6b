// Every person and number is made up.
import type { OwnerAccount } from './shop-client.ts'

export type DemoTexts = {
  shop: string
  owner: OwnerAccount
  /** File names and their text. */
  documents: Record<string, string>
  conversations: DemoConversation[]
}

export const demoOwner: OwnerAccount = { email: 'chu@gommoc.example', password: 'mot-nam-dat-moi', name: 'Mai Anh' }

export const demoDocuments: Record<string, string> = {
  'Bảng giá.txt': `# Bảng giá Tiệm gốm Mộc

Tiệm gốm Mộc làm và bán đồ gốm nung tay ở Bát Tràng, Hà Nội. Giá áp dụng từ ngày 01/11/2026, đã gồm thuế.

## Chén, bát, đĩa
| Sản phẩm | Kích thước | Giá |
| --- | --- | --- |
| Bát ăn cơm men tro | 11 cm | 65.000đ |
| Bát tô men tro | 18 cm | 145.000đ |
| Đĩa tròn men trắng ngà | 20 cm | 125.000đ |
| Đĩa vuông men lam | 16 cm | 110.000đ |
| Bộ bát đĩa 6 người, 18 món | | 1.450.000đ |

## Ly và ấm
| Sản phẩm | Dung tích | Giá |
| --- | --- | --- |
| Ly trà không quai | 150 ml | 75.000đ |
| Ly cà phê có quai | 250 ml | 120.000đ |
| Ấm trà men nâu | 600 ml | 380.000đ |
| Bộ ấm trà 1 ấm 4 ly | | 620.000đ |

## Bình hoa
- Bình hoa dáng giọt nước cao 25 cm giá 290.000đ.
- Bình hoa cổ cao 40 cm giá 520.000đ.
- Lọ nhỏ một bông giá 85.000đ.

## Khắc tên
Khắc tên hoặc logo lên sản phẩm: 20.000đ mỗi món, làm trong 5 ngày, không nhận đổi trả hàng đã khắc.

## Lớp làm gốm
Lớp làm gốm cuối tuần mở sáng thứ bảy và chủ nhật, 9h00 đến 11h30, học phí 350.000đ một người, đã gồm đất, men và nung. Trẻ em từ 6 tuổi đi cùng người lớn được giảm một nửa.
`,
  'Chính sách.txt': `# Chính sách của Tiệm gốm Mộc

## Giao hàng
Phí ship nội thành Hà Nội là 25.000đ, giao trong 1 đến 2 ngày. Phí ship các tỉnh khác là 40.000đ, giao trong 3 đến 5 ngày. Đơn từ 600.000đ được miễn phí giao hàng.
Gốm được bọc ba lớp xốp. Hàng vỡ khi giao: quay video lúc mở hộp và báo trong 24 giờ, tiệm gửi lại món mới miễn phí.

## Đổi trả
Đổi trong 10 ngày nếu sản phẩm chưa dùng và còn nguyên hộp. Khách chịu phí ship chiều gửi về. Không đổi hàng giảm giá và hàng đã khắc tên.

## Thanh toán
Nhận chuyển khoản, thẻ tại tiệm và COD cho đơn dưới 3.000.000đ. Đơn đặt riêng cần cọc 50%.

## Mua sỉ
Quán cà phê và nhà hàng mua từ 50 món được giảm 15%, từ 200 món giảm 22%. Đơn sỉ làm trong 20 đến 30 ngày.

## Giờ mở cửa
Tiệm ở số 12 ngõ 45 phố Gốm Sứ, Bát Tràng, Gia Lâm, Hà Nội. Mở cửa 8h30 đến 18h00 từ thứ ba đến chủ nhật, nghỉ thứ hai.

## Dùng và giữ gốm
Gốm men tro và men lam dùng được trong lò vi sóng và máy rửa bát. Không dùng gốm trên bếp lửa hoặc bếp từ.
`,
}

export type DemoConversation = {
  locale: 'vi' | 'en'
  lines: string[]
  byHand?: string
}

export const demoConversations: DemoConversation[] = [
  { locale: 'vi', lines: ['ship bn v shop', 'mình ở Đà Nẵng ạ'] },
  {
    locale: 'vi',
    lines: ['Chào shop', 'Ly cà phê có quai giá bao nhiêu vậy ạ?', 'Có khắc tên lên ly được không shop?'],
  },
  { locale: 'vi', lines: ['shop mo cua may gio', 'thu 2 co mo khong'] },
  { locale: 'vi', lines: ['Bộ ấm trà 4 ly bao nhiêu tiền shop ơi', 'Mua 2 bộ có được freeship không ạ'] },
  { locale: 'en', lines: ['Hi, how much is the tea set?', 'Do you ship to Da Nang?'] },
  { locale: 'vi', lines: ['Bát có dùng được trong lò vi sóng không ạ?', 'Thế còn bếp từ thì sao?'] },
  {
    locale: 'vi',
    lines: ['Quán mình muốn đặt 80 cái ly cà phê, giảm được bao nhiêu ạ?', 'SĐT mình 0903 123 456, shop gọi giúp nhé'],
  },
  {
    locale: 'vi',
    lines: ['Hàng mình nhận bị vỡ 1 cái bát rồi shop ơi', 'Cho mình gặp nhân viên với'],
    byHand: 'Dạ em là Mai Anh đây ạ. Chị gửi giúp em video lúc mở hộp, em gửi lại bát mới cho chị ngay hôm nay nhé.',
  },
  { locale: 'vi', lines: ['Lớp làm gốm cuối tuần học phí nhiêu ạ', 'Bé nhà mình 7 tuổi học được không?'] },
  {
    locale: 'vi',
    lines: ['Shop có bán nến thơm không?'],
    byHand: 'Dạ tiệm em chỉ làm gốm thôi ạ, chưa có nến chị nhé.',
  },
  { locale: 'vi', lines: ['bình hoa 40cm còn hàng ko shop', 'giá s ạ'] },
  { locale: 'en', lines: ['What are your opening hours?', 'Can I talk to a person please?'] },
  { locale: 'vi', lines: ['Đổi trả thế nào vậy shop?', 'Hàng giảm giá có đổi được không?'] },
  { locale: 'vi', lines: ['cho mình xin địa chỉ tiệm', 'cảm ơn shop nhiều nha'] },
  { locale: 'vi', lines: ['Có COD không shop', 'đơn 3tr5 thì sao ạ'] },
  {
    locale: 'vi',
    lines: ['Đĩa vuông men lam 16cm bao nhiêu?', 'lấy 6 cái nha shop, mình ở 18 Lê Lợi, Huế, sđt 0987 654 321'],
  },
  { locale: 'vi', lines: ['Shop có tuyển nhân viên không ạ?'] },
  { locale: 'vi', lines: ['Shop làm ăn kiểu gì vậy, đặt 2 tuần chưa thấy hàng đâu!'] },
  { locale: 'en', lines: ['Is the ash glaze bowl dishwasher safe?', 'Great, thanks!'] },
  {
    locale: 'vi',
    lines: ['Tết này shop nghỉ từ ngày nào ạ?'],
    byHand: 'Dạ tiệm nghỉ từ 27 tháng Chạp đến hết mùng 5 ạ.',
  },
]

export const demoTexts: DemoTexts = {
  shop: 'Tiệm gốm Mộc',
  owner: demoOwner,
  documents: demoDocuments,
  conversations: demoConversations,
}
