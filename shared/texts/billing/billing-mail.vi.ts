export const billingMailVi = {
  reason: 'Bạn nhận thư này vì bạn quản trị {workspace}. Thư về thanh toán không tắt được.',
  'reason.invoice': 'Bạn nhận thư này vì địa chỉ này nhận hoá đơn của {workspace}.',
  'reason.operator': 'Bạn nhận thư này vì bạn vận hành {brand}.',

  'trial_ending.subject': 'Còn {days} ngày dùng thử {brand}',
  'trial_ending.preview': 'Chọn gói để bot không ngừng trả lời khách.',
  'trial_ending.heading': 'Bản dùng thử của {workspace} sắp hết',
  'trial_ending.body':
    'Thời gian dùng thử kết thúc vào {date}. Sau đó bot ngừng tự trả lời; hộp thư vẫn mở, bạn vẫn tự trả lời khách, dữ liệu được giữ 90 ngày.',
  'trial_ending.button': 'Chọn gói',
  'renewal.subject': 'Gia hạn gói {plan} trước {date}',
  'renewal.preview': '{amount} cho kỳ tiếp theo.',
  'renewal.heading': 'Đã đến lúc gia hạn gói {plan}',
  'renewal.body':
    'Kỳ tiếp theo của {workspace} bắt đầu vào {date}. Hãy thanh toán {amount}; nội dung chuyển khoản là {memo}. Hệ thống tự nhận ra tiền, thường trong 2–10 phút.',
  'renewal.button': 'Thanh toán',
  'unpaid.subject': 'Gói {plan} chưa được gia hạn',
  'unpaid.preview': 'Bot vẫn chạy đủ đến {date}.',
  'unpaid.heading': 'Kỳ mới của {workspace} chưa được thanh toán',
  'unpaid.body':
    'Bot vẫn trả lời khách đầy đủ đến {date}. Hãy thanh toán {amount} trước ngày đó để không bị gián đoạn.',
  'unpaid.button': 'Thanh toán ngay',
  'card.subject': 'Thẻ chưa trả được kỳ mới của gói {plan}',
  'card.preview': 'Bot vẫn chạy đủ đến {date}.',
  'card.heading': 'Ngân hàng chưa chấp nhận lần thu {amount}',
  'card.body':
    'Kỳ mới của {workspace} chưa trả được bằng thẻ đang dùng. Chúng tôi sẽ thu lại trong vài ngày tới, và bot vẫn trả lời khách đầy đủ đến {date}. Hãy kiểm tra hạn mức, hoặc đổi thẻ ở mục Thanh toán.',
  'card.button': 'Đổi thẻ',
  'ended.subject': 'Gói {plan} của {workspace} đã kết thúc',
  'ended.preview': 'Bot đã ngừng tự trả lời.',
  'ended.heading': 'Gói {plan} đã kết thúc',
  'ended.body':
    'Bot đã ngừng tự trả lời khách. Hộp thư vẫn mở và bạn vẫn tự trả lời được; dữ liệu được giữ 90 ngày. Bạn chọn gói lúc nào, bot chạy tiếp ngay lúc đó.',
  'ended.button': 'Chọn gói',
  'forgetting.subject': 'Dữ liệu của {workspace} sẽ bị xoá vào {date}',
  'forgetting.preview': 'Chọn một gói trước ngày đó để giữ lại.',
  'forgetting.heading': 'Dữ liệu được giữ đến {date}',
  'forgetting.body':
    'Gói của {workspace} đã kết thúc, và chúng tôi chỉ giữ dữ liệu 90 ngày sau đó. Vào {date}, hội thoại, khách hàng và tài liệu của {workspace} sẽ bị xoá và không lấy lại được. Muốn giữ, bạn hãy chọn một gói trước ngày đó. Hoá đơn vẫn được giữ theo luật kế toán.',
  'forgetting.button': 'Chọn gói',
  'credited.subject': 'Chúng tôi đã ghi {amount} vào số dư của bạn',
  'credited.preview': 'Khoản này sẽ được trừ vào lần thanh toán sau.',
  'credited.heading': 'Số dư mới: +{amount}',
  'credited.surplus':
    'Bạn đã chuyển nhiều hơn số tiền của đơn {memo}. Phần thừa {amount} nằm trong số dư và được trừ vào đơn sau.',
  'credited.duplicate':
    'Đơn {memo} đã được thanh toán trước đó. Khoản {amount} vừa đến nằm trong số dư và được trừ vào đơn sau; muốn hoàn lại, hãy bấm Hoàn lại ở mục Thanh toán.',
  'credited.late':
    'Khoản {amount} cho đơn {memo} đến khi đơn không còn hiệu lực. Khoản này nằm trong số dư và được trừ vào đơn sau; muốn hoàn lại, hãy bấm Hoàn lại ở mục Thanh toán.',
  'credited.ended':
    'Gói mà đơn {memo} đã trả kết thúc trước hạn. Trong đó {amount} là cho thời gian chưa dùng: số này được ghi vào số dư và tự trừ vào lần thanh toán tới.',
  'credited.button': 'Xem số dư',
  'invoice.subject': '{title} {number} của {brand}',
  'invoice.preview': '{amount}, đã sẵn sàng để tải về.',
  'invoice.heading': '{title} {number}',
  'invoice.body': '{title} {number} cho {workspace}, số tiền {amount}, đã sẵn sàng. Hãy đăng nhập để tải bản PDF.',
  'invoice.button': 'Tải về',
  'refund.subject': 'Yêu cầu hoàn tiền của {workspace}',
  'refund.preview': '{amount}',
  'refund.requested': 'Chúng tôi đã nhận yêu cầu hoàn {amount} và sẽ xem xét trong vài ngày làm việc.',
  'refund.approved': 'Yêu cầu hoàn {amount} đã được duyệt. Tiền về tài khoản của bạn muộn nhất vào {date}.',
  'refund.rejected': 'Yêu cầu hoàn {amount} không được duyệt. {note}',
  'refund.succeeded': 'Đã hoàn {amount}. Gói trả phí kết thúc; phiếu hoàn tiền nằm ở mục Thanh toán.',
  'refund.only_it': 'Đã hoàn {amount}. Các khoản khác bạn đã trả vẫn giữ nguyên; phiếu hoàn tiền nằm ở mục Thanh toán.',
  'refund.came_back':
    'Khoản hoàn {amount} bị ngân hàng trả lại ({note}) nên chưa đến tay bạn. Chúng tôi sẽ gửi lại, hoặc liên hệ để chuyển khoản cho bạn. Phiếu hoàn tiền trước đó đã được điều chỉnh bằng một phiếu mới trong mục Thanh toán.',
  'refund.part_came_back':
    'Phần tiền hoàn {amount} bị ngân hàng trả lại ({note}) nên chưa đến tay bạn. Gói đang dùng không thay đổi; chứng từ điều chỉnh, nếu có, nằm trong mục Thanh toán.',
  'refund.returned': 'Đã hoàn {amount}. Gói đang dùng không thay đổi.',
  'price.subject': 'Giá gói {plan} thay đổi từ {date}',
  'price.preview': 'Giá mới {amount}. Giá bạn đang trả được giữ thêm ít nhất 30 ngày.',
  'price.heading': 'Giá mới của gói {plan}',
  'price.body_month':
    'Từ {date}, gói {plan} có giá {amount} mỗi tháng. Kỳ bạn đã trả không thay đổi; các lần gia hạn trong 30 ngày tới vẫn theo giá cũ. Bạn có thể đổi gói hoặc ngừng gia hạn bất cứ lúc nào ở mục Thanh toán.',
  'price.body_year':
    'Từ {date}, gói {plan} có giá {amount} mỗi năm. Kỳ bạn đã trả không thay đổi; các lần gia hạn trong 30 ngày tới vẫn theo giá cũ. Bạn có thể đổi gói hoặc ngừng gia hạn bất cứ lúc nào ở mục Thanh toán.',
  'price.button': 'Xem gói của tôi',
  'offer.subject': 'Báo giá gói {plan} cho {workspace}',
  'offer.preview': '{price}, nhận được tới hết ngày {date}.',
  'offer.heading': 'Báo giá gói riêng cho {workspace}',
  'offer.body':
    'Gói {plan} dành riêng cho {workspace}: {price}, đã gồm VAT. Mở mục Thanh toán để xem gói có những gì; gói chạy ngay khi bạn trả xong. Báo giá dùng được tới hết ngày {date}.',
  'offer.button': 'Xem báo giá',
  'offer_ended.subject': 'Báo giá gói {plan} đã được rút lại',
  'offer_ended.preview': 'Gói đang dùng không thay đổi.',
  'offer_ended.heading': 'Báo giá gói {plan} không còn hiệu lực',
  'offer_ended.body':
    'Chúng tôi đã rút lại báo giá này cho {workspace}. Gói đang dùng không thay đổi; đơn đang chờ trả của báo giá đã được huỷ, tiền đã chuyển cho đơn (nếu có) nằm trong số dư của bạn. Nếu bạn vẫn cần, hãy liên hệ chúng tôi.',
  'offer_ended.button': 'Mở mục Thanh toán',
  'terms.subject': 'Điều khoản gói riêng của {workspace} thay đổi',
  'terms.preview': 'Áp dụng từ kỳ đầu tiên bắt đầu từ ngày {date}.',
  'terms.heading': 'Điều khoản mới của gói {plan}',
  'terms.body':
    'Từ kỳ đầu tiên bắt đầu vào hoặc sau ngày {date}, gói {plan} có giá {price}, đã gồm VAT. Những kỳ trước ngày đó, kể cả kỳ bạn đã trả, vẫn giữ như khi mua. Xem chi tiết ở mục Thanh toán; bạn đổi gói hoặc ngừng gia hạn lúc nào cũng được.',
  'terms.button': 'Xem điều khoản mới',
  'terms_ended.subject': 'Gói riêng của {workspace} giữ nguyên điều khoản',
  'terms_ended.preview': 'Điều khoản mới đã được rút lại.',
  'terms_ended.heading': 'Điều khoản hiện tại được giữ nguyên',
  'terms_ended.body':
    'Chúng tôi đã rút lại điều khoản mới của gói {plan}. Gói riêng của {workspace} tiếp tục gia hạn như hiện nay.',
  'terms_ended.button': 'Mở mục Thanh toán',
  'dispute.subject': 'Khoản {amount} đang bị khiếu nại tại ngân hàng',
  'dispute.preview': 'Gói vẫn chạy trong lúc ngân hàng xem xét.',
  'dispute.heading': 'Ngân hàng đang xem xét một khoản thanh toán của {workspace}',
  'dispute.opened':
    'Chủ thẻ hoặc ngân hàng phát hành thẻ đã yêu cầu lấy lại khoản {amount} (đơn {memo}). Gói vẫn chạy trong lúc ngân hàng xem xét. Nếu đây là nhầm lẫn, hãy báo ngân hàng rút khiếu nại và liên hệ bộ phận hỗ trợ.',
  'dispute.won': 'Ngân hàng xác nhận khoản {amount} (đơn {memo}) là hợp lệ. Gói của bạn không có gì thay đổi.',
  'dispute.lost':
    'Ngân hàng đã trả khoản {amount} (đơn {memo}) về thẻ. Những gì mua bằng khoản này không còn hiệu lực.',
  'dispute.button': 'Mở mục Thanh toán',
  'withdrawal.subject': 'Yêu cầu rút {amount} của {workspace}',
  'withdrawal.preview': '{amount} về tài khoản {account}',
  'withdrawal.requested':
    'Có yêu cầu rút {amount} tiền giới thiệu về tài khoản {account}. Chúng tôi sẽ kiểm tra rồi chuyển tiền. Nếu không phải người của bạn yêu cầu, hãy vào mục Giới thiệu để huỷ ngay và đổi mật khẩu.',
  'withdrawal.sent': 'Chúng tôi đã chuyển {amount} về tài khoản {account}. Mã giao dịch: {reference}.',
  'withdrawal.paid': '{amount} đã về tài khoản {account}. Cảm ơn bạn đã giới thiệu {brand}.',
  'withdrawal.rejected':
    'Yêu cầu rút {amount} về tài khoản {account} không được duyệt; số tiền đã trở lại số dư giới thiệu của bạn. Lý do: {note}',
  'withdrawal.failed':
    'Khoản {amount} không chuyển được về tài khoản {account}; số tiền đã trở lại số dư giới thiệu của bạn. Lý do: {note}',
  'withdrawal.clawed_back': 'khoản thanh toán mang lại số tiền này đã được hoàn hoặc bị khiếu nại.',
  'withdrawal.button': 'Mở mục Giới thiệu',
  'refund.button': 'Mở mục Thanh toán',
}
