/** What was asked, what stands there instead, and what would say the same as was asked. */
export const otherCases: [RegExp, RegExp, RegExp][] = [
  [
    /(?<!\p{L})(?:tại|ở|tai|o|về|ve|đến|den) (?:nhà|nha)(?!\p{L})(?! (?:hàng|hang|thuốc|thuoc|sách|sach))/u,
    /tại (?:phòng khám|tiệm|cửa hàng|shop|spa|studio|salon|quán|trung tâm|xưởng|garage|bệnh viện)/u,
    /nhà|tận nơi/u,
  ],
  [
    /(?<!\p{L})may (?:đo |mới |moi |một |mot |bộ |bo )?(?:áo|váy|quần|vest|đầm|đồ|rèm|ao|vay|quan|dam|rem)/u,
    /thuê/u,
    /may/u,
  ],
  [/(?<!\p{L})(?:mua|bán|ban) (?:đứt|dut|luôn|luon|lại|lai)?/u, /(?<!\p{L})thuê/u, /mua|bán/u],
  // "Có xuất hoá đơn không" beside "giữ hoá đơn để đổi trả".
  [
    /(?:xuất|xuat|lấy|lay) (?:hoá|hóa|hoa) (?:đơn|don)|(?:hoá|hóa|hoa) (?:đơn|don) (?:đỏ|do|vat|gtgt|điện tử)/u,
    /(?:giữ|mang|kèm|còn|có) (?:theo |đủ |lại )?(?:hoá|hóa) đơn/u,
    /xuất|vat|gtgt|(?:hoá|hóa) đơn (?:đỏ|điện tử)/u,
  ],
  // How large or heavy, beside what it costs.
  [
    /(?<!\p{L})(?:cao|dài|rộng|nặng|sâu|dày|dai|rong|nang) (?:bao nhiêu|bao nhieu|bn|bnh|nhiêu|mấy|cỡ nào|co nao)|kích thước|kich thuoc|dung tích|dung tich/u,
    /\d/u,
    /\d ?(?:cm|mm|m|km|kg|g|gr|gram|ml|l|lít|lit|mét|tấn|inch|oz)(?!\p{L})|\d ?x ?\d|kích thước|(?<!\p{L})(?:cao|dài|rộng|nặng|dung tích)(?!\p{L})/u,
  ],
  // Whether the shop buys from its customers, beside what it sells or mends.
  [
    /(?<!\p{L})(?:thu (?:mua|lại|cũ|lai|cu)|mua lại|mua lai)(?!\p{L})/u,
    /./u,
    /thu (?:mua|lại|cũ)|mua lại|đổi cũ|lên đời|trade-?in/u,
  ],
  // Whether something is charged, beside what says nothing of money.
  [
    /(?<!\p{L})(?:mất|tốn|tính|thu|mat|ton|tinh) (?:thêm |them )?(?:tiền|phí|tien|phi)(?!\p{L})/u,
    /./u,
    /\d[\d.,]* ?(?:đ|k|vnđ|vnd|đồng|triệu|nghìn|ngàn)(?!\p{L})|phí|giá|tặng|tính|thu|free|charge|cost|fee/u,
  ],
  // Whether it is taken back, beside how long it is mended, and the other way round.
  [
    /^(?!.*(?:bảo hành|bao hanh)).*(?<!\p{L})(?:(?:đổi|doi|hoàn|hoan) (?:trả|tra|hàng|hang|tiền|tien|lại|lai)|trả (?:hàng|lại)|tra hang|refund|return)(?!\p{L})/u,
    /bảo hành|warranty/u,
    /đổi|trả|hoàn|refund|return|exchange/u,
  ],
  [
    /^(?!.*(?:đổi|trả|doi|tra)).*(?<!\p{L})(?:bảo hành|bao hanh|warranty)(?!\p{L})/u,
    /đổi (?:trả|hàng)|hoàn (?:trả|tiền)|refund/u,
    /bảo hành|sửa|lỗi|warranty/u,
  ],
  // Whether a table is kept, beside what is lent or cooked.
  [
    /(?<!\p{L})(?:(?:đặt|giữ) (?:bàn|chỗ)|(?:dat|giu) ban)(?!\p{L})/u,
    /./u,
    /(?<!\p{L})(?:(?:đặt|giữ|nhận) (?:\p{L}+ )?(?:bàn|chỗ|phòng|vé|lịch|hẹn)|bàn dưới|book|reserv)/u,
  ],
  // What is given along, beside what is taken off.
  [
    /(?<!\p{L})(?:(?:có|co) (?:quà|tặng|qua tang|tang)|quà tặng|tặng (?:kèm|quà|gì|thêm)|qua tang|tang (?:kem|qua|gi)|gifts?)(?!\p{L})/u,
    /./u,
    /quà|tặng|kèm|gift/u,
  ],
  // What a word means, beside what it costs or where else it stands.
  [
    /(?<!\p{L})(?:nghĩa|nghia) (?:là |la )?(?:gì|gi|j|sao)(?!\p{L})|what does .+ mean/u,
    /./u,
    /[“”"(=]|(?<!\p{L})(?:là|nghĩa|tức|gọi|means?|is|are)(?!\p{L})/u,
  ],
  // What colours there are, beside whatever else is said of it.
  [
    /(?<!\p{L})(?:màu|colou?rs?)(?!\p{L})/u,
    /./u,
    /(?<!\p{L})(?:màu|tông|đỏ|xanh|trắng|đen|vàng|hồng|tím|nâu|xám|cam|bạc|ghi|kem|be|nude|colou?rs?|shades?|red|blue|green|white|black|yellow|pink|purple|brown|grey|gray|silver|gold)(?!\p{L})/u,
  ],
  // What it is made of, beside what it costs.
  [
    /(?:làm|lam) (?:bằng|bang|từ|tu) (?:gì|gi|j)(?!\p{L})|(?:chất liệu|chat lieu)|(?<!\p{L}|toán |toan |trả |tra |đi |di |gửi |gui |hệ |he )(?:bằng|bang|chất|chat|vải|vai) (?:chất |vải |chat |vai )?(?:gì|gi|j)(?!\p{L})|made of|material/u,
    /\d/u,
    /chất liệu|thành phần|(?<!\p{L})(?:bằng|từ|vải|cotton|lụa|len|gỗ|sứ|gốm|đất|nhựa|inox|thép|nhôm|đồng|da|đá|giấy|tre|mây|vàng|bạc|(?:thuỷ|thủy) tinh|kim loại|made|material)(?!\p{L})/u,
  ],
  // Whether something is taken off, beside what it costs.
  [
    /(?<!\p{L})(?:giảm|giam|bớt|bot) (?:giá |gia )?(?:không|khong|ko|k|hông|hong|hem|chút|chut|tí|ti|được|duoc|dc|đc|bao nhiêu|bao nhieu|bn)(?!\p{L})|khuyến mãi|khuyen mai|(?<!\p{L})(?:fix|voucher|discount)(?!\p{L})/u,
    /./u,
    /giảm|bớt|khuyến mãi|ưu đãi|tặng|chiết khấu|%|(?<!\p{L})(?:voucher|combo|off|discount)(?!\p{L})/u,
  ],
  // How one pays, beside what it costs.
  [
    /(?:thanh toán|thanh toan|trả tiền|tra tien) (?:sao|thế nào|the nao|ntn|như nào|nhu nao|kiểu gì|kieu gi|bằng|bang|qua|làm sao|lam sao)/u,
    /./u,
    /thanh toán|trả|chuyển khoản|tiền mặt|(?<!\p{L})(?:cod|ck|thẻ|momo|ví|qr|cọc)(?!\p{L})|ngân hàng|quét mã/u,
  ],
  // Whether one comes to the customer's home, beside what is done in the shop.
  [
    /^(?!.*(?<!\p{L})(?:ship|giao|gửi|gui)(?!\p{L})).*(?<!\p{L})(?:tại|tận|tai|tan) (?:nhà|nha|nơi|noi)(?!\p{L})/u,
    /./u,
    /(?<!\p{L})(?:nhà|tận|home)(?!\p{L})/u,
  ],
  // Insurance, beside a helmet.
  [/(?<!(?:mũ|nón|mu|non) )(?:bảo hiểm|bao hiem)/u, /(?:mũ|nón) bảo hiểm/u, /(?<!(?:mũ|nón) )bảo hiểm/u],
  // Whose make it is, beside whatever else is said of it.
  [/(?<!\p{L})(?:hãng|thương hiệu) (?:gì|nào|j)(?!\p{L})|what brand/u, /./u, /hãng|hiệu|nhãn|brand/u],
  // Which one is good, beside whatever there is of them.
  [
    /(?<!\p{L})(?:nào|nao) (?:là )?(?:giỏi|tốt|ngon|đẹp|xịn|bền|dễ|uy tín|gioi|tot|dep|xin|ben|de)(?!\p{L})/u,
    /./u,
    /(?<!\p{L})(?:giỏi|tốt|ngon|đẹp|xịn|bền|dễ|uy tín|nổi bật|bán chạy|yêu thích|best)(?!\p{L})/u,
  ],
]
