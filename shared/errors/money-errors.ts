import type { CatalogueEntry } from './catalogue-entry.ts'

export const moneyErrors = {
  'usage.messages_reached': {
    status: 402,
    vi: 'Đã dùng hết số tin bot trả lời của kỳ này. Nâng gói để bot trả lời tiếp; bạn vẫn trả lời khách được.',
    en: 'This period’s bot replies are used up. Upgrade so the bot keeps answering; you can still reply by hand.',
  },
  'usage.campaigns_reached': {
    status: 403,
    vi: 'Gói của bạn đã hết hạn nên chưa gửi hàng loạt được. Gia hạn gói rồi thử lại; nội dung đã soạn vẫn còn nguyên.',
    en: 'Your plan has ended, so campaigns can’t be sent. Renew it, then try again. Everything you wrote is kept.',
  },
  'usage.connections_reached': {
    status: 402,
    vi: 'Đã đủ số kết nối của gói. Ngắt một kênh hoặc nâng gói để thêm kênh mới.',
    en: 'Your plan’s connections are all in use. Disconnect one, or upgrade to add another.',
  },
  'usage.documents_reached': {
    status: 402,
    vi: 'Đã đủ số tài liệu của gói. Xoá bớt một tài liệu hoặc nâng gói để thêm tài liệu mới.',
    en: 'Your plan’s documents are all in use. Remove one, or upgrade to add another.',
  },
  'usage.members_reached': {
    status: 402,
    vi: 'Đã đủ số thành viên của gói. Nâng gói để mời thêm người.',
    en: 'Your plan’s seats are all taken. Upgrade to invite more people.',
  },
  'billing.method_off': {
    status: 409,
    vi: 'Cách thanh toán này chưa được bật. Hãy chọn cách khác, hoặc liên hệ bộ phận hỗ trợ.',
    en: 'This payment method is not available. Choose another one, or contact support.',
  },
  'billing.already_subscribed': {
    status: 409,
    vi: 'Cửa hàng này đang có gói trả phí. Hãy đổi gói ở mục Thanh toán.',
    en: 'This shop already has a paid plan. Change it under Billing.',
  },
  'billing.no_plan': {
    status: 409,
    vi: 'Cửa hàng này chưa có gói trả phí nào đang chạy.',
    en: 'This shop has no active paid plan.',
  },
  'billing.pay_first': {
    status: 409,
    vi: 'Kỳ này chưa được thanh toán. Hãy thanh toán đơn gia hạn trước, rồi đổi gói.',
    en: 'This period is not paid yet. Pay its renewal first, then change the plan.',
  },
  'billing.same_plan': {
    status: 409,
    vi: 'Đây chính là gói bạn đang dùng.',
    en: 'This is your current plan.',
  },
  'billing.order_closed': {
    status: 409,
    vi: 'Đơn này đã xong hoặc đã huỷ.',
    en: 'This order is already closed.',
  },
  'billing.order_partly_paid': {
    status: 409,
    vi: 'Đơn đang mở đã nhận một phần tiền. Hãy chuyển nốt phần còn thiếu, hoặc liên hệ bộ phận hỗ trợ.',
    en: 'Part of the open order has already been paid. Transfer the rest, or contact support.',
  },
  'billing.too_much_in_use': {
    status: 409,
    vi: 'Bạn đang dùng nhiều hơn gói mới cho phép. Hãy bớt kênh kết nối, tài liệu hoặc thành viên trước.',
    en: 'You use more than the new plan allows. Remove some channels, documents or members first.',
  },
  'billing.renewing_unchanged': {
    status: 502,
    vi: 'Nhà cung cấp thanh toán chưa nhận thay đổi này. Hãy thử lại sau ít phút.',
    en: 'The payment provider did not accept this change. Try again in a few minutes.',
  },
  'billing.provider_down': {
    status: 503,
    vi: 'Hiện chưa mở được trang thanh toán của đối tác. Vui lòng thử lại sau ít phút hoặc chọn cách thanh toán khác.',
    en: 'The payment provider’s page cannot be opened right now. Try again in a few minutes, or pay another way.',
  },
  'billing.proof_missing': {
    status: 400,
    vi: 'Hãy chọn ảnh (PNG, JPG, WebP) hoặc tệp PDF của biên lai chuyển khoản.',
    en: 'Choose a picture (PNG, JPG, WebP) or a PDF of the transfer receipt.',
  },
  'billing.proof_wrong_type': {
    status: 415,
    vi: 'Biên lai phải là ảnh PNG, JPG, WebP hoặc tệp PDF.',
    en: 'The receipt must be a PNG, JPG or WebP picture, or a PDF.',
  },
  'billing.proof_too_large': {
    status: 413,
    vi: 'Biên lai lớn quá 10 MB.',
    en: 'The receipt is larger than 10 MB.',
  },
  'billing.transfer_known': {
    status: 409,
    vi: 'Khoản chuyển này đã được ghi nhận trước đó.',
    en: 'This transfer has already been recorded.',
  },
  'billing.invoice_not_ready': {
    status: 409,
    vi: 'Hoá đơn đang được tạo. Hãy thử lại sau ít giây.',
    en: 'The invoice is being prepared. Try again in a few seconds.',
  },
  'billing.refund_refused': {
    status: 409,
    vi: 'Khoản này không còn hoàn tiền được theo chính sách hoàn tiền.',
    en: 'The refund policy does not allow a refund of this payment.',
  },
  'billing.payment_disputed': {
    status: 409,
    vi: 'Ngân hàng phát hành thẻ đang xem xét khoản này. Khi có kết quả, chúng tôi sẽ báo cho bạn.',
    en: 'The card’s bank is investigating this payment. We will tell you the outcome.',
  },
  'billing.credit_spent': {
    status: 409,
    vi: 'Khoản này đã được dùng để trả cho đơn khác nên không hoàn lại riêng được.',
    en: 'This money has since paid for another order, so it cannot be refunded on its own.',
  },
  'billing.offer_expired': {
    status: 410,
    vi: 'Báo giá này đã hết hạn. Hãy liên hệ chúng tôi để nhận báo giá mới.',
    en: 'This offer has expired. Contact us for a new one.',
  },
  'billing.offer_ended': {
    status: 410,
    vi: 'Báo giá này không còn dùng được. Hãy liên hệ chúng tôi để nhận báo giá mới.',
    en: 'This offer is no longer available. Contact us for a new one.',
  },
  'billing.offer_accepted': {
    status: 409,
    vi: 'Cửa hàng đã nhận báo giá này nên không rút lại được. Muốn đổi, hãy đặt điều khoản cho kỳ sau.',
    en: 'The shop has accepted this offer, so it can’t be withdrawn. To change it, set terms for a later period.',
  },
  'billing.offer_open': {
    status: 409,
    vi: 'Cửa hàng này đang có một báo giá hoặc điều khoản mới đang chờ. Hãy rút lại trước khi đặt cái khác.',
    en: 'This shop already has an offer or new terms waiting. Withdraw those first.',
  },
  'billing.offer_not_ahead': {
    status: 422,
    vi: 'Ngày hết hạn phải là hôm nay hoặc sau đó, và không quá một năm.',
    en: 'The last day has to be today or later, and within a year.',
  },
  'billing.no_own_plan': {
    status: 409,
    vi: 'Cửa hàng này không có gói riêng đang chạy. Hãy gửi một báo giá.',
    en: 'This shop has no custom plan running. Make it an offer instead.',
  },
  'billing.terms_lack_price': {
    status: 422,
    vi: 'Điều khoản mới phải có giá cho mọi chu kỳ và loại tiền mà gói đang chạy có, để gói gia hạn được.',
    en: 'New terms need a price for every period and currency that the running plan has, so that it can be renewed.',
  },
  'billing.price_not_ahead': {
    status: 422,
    vi: 'Giá mới phải bắt đầu từ một ngày sắp tới. Giá đã bán không thay đổi được.',
    en: 'A new price has to start on a future day. Past sales cannot change.',
  },
  'billing.price_that_day': {
    status: 409,
    vi: 'Gói này đã có một giá bắt đầu từ ngày đó.',
    en: 'This plan already has a price that starts on that day.',
  },
  'billing.buyer_unknown': {
    status: 409,
    vi: 'Phiếu thu này chưa ghi mã số thuế và địa chỉ người mua nên không lập hoá đơn điện tử được. Hãy điền thông tin xuất hoá đơn trước khi thanh toán lần tới, hoặc liên hệ bộ phận hỗ trợ.',
    en: 'This receipt has no tax number and address for the buyer, so no e-invoice can be issued for it. Fill in the billing details before the next payment, or contact support.',
  },
  'billing.refund_open': {
    status: 409,
    vi: 'Khoản này đang có hoặc đã có yêu cầu hoàn tiền.',
    en: 'A refund of this payment has already been requested.',
  },
  'billing.returned_total': {
    status: 422,
    vi: 'Tổng số tiền đã trả lại không thể ít hơn số đã ghi sổ, cũng không thể nhiều hơn số khách đã trả.',
    en: 'The total refunded cannot be less than what is already in the books, nor more than was paid.',
  },
  'referrals.second_step_needed': {
    status: 403,
    vi: 'Để rút tiền, hãy bật xác minh 2 bước ở mục Tài khoản rồi đăng nhập lại bằng mã xác minh, hoặc đăng nhập bằng khoá truy cập.',
    en: 'To withdraw money, turn on 2-step verification under Account and sign in with its code, or sign in with a passkey.',
  },
  'referrals.email_unconfirmed': {
    status: 403,
    vi: 'Hãy xác nhận địa chỉ e-mail của bạn trước khi rút tiền.',
    en: 'Confirm your email address before you withdraw money.',
  },
  'referrals.too_little': {
    status: 400,
    vi: 'Số tiền rút thấp hơn mức tối thiểu.',
    en: 'The amount is below the minimum for a withdrawal.',
  },
  'referrals.not_covered': {
    status: 409,
    vi: 'Số dư khả dụng không đủ cho số tiền này.',
    en: 'The available balance does not cover this amount.',
  },
  'referrals.payout_missing': {
    status: 409,
    vi: 'Chưa có tài khoản nhận tiền. Hãy nhập tài khoản nhận trước.',
    en: 'There is no payout account yet. Enter one first.',
  },
  'referrals.payout_wrong': {
    status: 400,
    vi: 'Thông tin tài khoản nhận tiền chưa đúng. Hãy kiểm tra lại.',
    en: 'The account details are not right. Please check them.',
  },
  'referrals.holder_differs': {
    status: 409,
    vi: 'Tên chủ tài khoản phải trùng với họ tên của bạn ở mục Tài khoản, hoặc tên công ty ở mục Thanh toán.',
    en: 'The account’s holder must be you, as named under Account, or the company named under Billing.',
  },
  'referrals.payout_new': {
    status: 409,
    vi: 'Tài khoản nhận tiền vừa được thay đổi. Vì an toàn, bạn rút được tiền sau 24 giờ kể từ lúc đổi.',
    en: 'The payout account was just changed. For security, withdrawals open 24 hours after a change.',
  },
  'referrals.own_withdrawal': {
    status: 403,
    vi: 'Bạn không thể tự duyệt yêu cầu rút tiền của mình. Hãy nhờ một người vận hành khác.',
    en: 'You cannot approve your own withdrawal. Ask another operator.',
  },
  'referrals.second_operator': {
    status: 403,
    vi: 'Khoản này cần một người vận hành thứ hai duyệt.',
    en: 'A second operator has to approve this one.',
  },
  'referrals.too_early': {
    status: 409,
    vi: 'Chỉ có một người vận hành: lần duyệt thứ hai phải cách lần đầu 24 giờ.',
    en: 'There is only one operator: the second approval comes 24 hours after the first.',
  },
  'operator.second_step_needed': {
    status: 403,
    vi: 'Bàn điều hành chỉ mở khi bạn đăng nhập đủ 2 bước. Hãy đăng nhập bằng khoá truy cập, hoặc bật xác minh 2 bước trong mục Tài khoản rồi thử lại.',
    en: 'The operator desk opens only to a sign-in with both steps. Sign in with a passkey, or turn on 2-step verification under Account, then try again.',
  },
  'operator.link_over': {
    status: 410,
    vi: 'Liên kết này đã dùng rồi hoặc đã quá 24 giờ. Tạo liên kết mới bằng lệnh: npm run sen -- operator-link',
    en: 'This link has been used or is older than 24 hours. Make a new one with: npm run sen -- operator-link',
  },
} as const satisfies Record<string, CatalogueEntry>
