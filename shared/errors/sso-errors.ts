import type { CatalogueEntry } from './catalogue-entry.ts'

export const ssoErrors = {
  'auth.own_sign_in_needed': {
    status: 403,
    vi: 'Bạn đang đăng nhập bằng SSO của cửa hàng. Việc này cần đăng nhập bằng mật khẩu hoặc liên kết gửi tới e-mail của chính bạn.',
    en: 'You are signed in with your shop’s SSO. For this, sign in with your own password or a link sent to your email.',
  },
  'access.sso': {
    status: 403,
    vi: 'Cửa hàng này chỉ cho vào bằng SSO. Hãy đăng xuất rồi chọn Đăng nhập bằng SSO.',
    en: 'This shop lets you in with SSO only. Sign out, then choose Sign in with SSO.',
  },
  'access.other_shop': {
    status: 403,
    vi: 'Lần đăng nhập này chỉ dành cho cửa hàng có SSO. Hãy đăng xuất, rồi đăng nhập bằng mật khẩu hoặc liên kết gửi qua e-mail.',
    en: 'This session is for the shop with the SSO only. Sign out, then sign in with your own password or an emailed link.',
  },
  'sso.unknown_domain': {
    status: 404,
    vi: 'Chưa có cửa hàng nào dùng SSO cho tên miền của e-mail này. Hãy kiểm tra lại địa chỉ, hoặc đăng nhập bằng mật khẩu.',
    en: 'No shop uses SSO for the domain of this email. Check the address, or sign in with a password.',
  },
  'sso.not_set_up': {
    status: 409,
    vi: 'Hãy nhập nhà cung cấp đăng nhập trước.',
    en: 'Enter the sign-in provider first.',
  },
  'sso.issuer_wrong': {
    status: 422,
    vi: 'Địa chỉ nhà cung cấp (issuer) cần bắt đầu bằng https:// và mở được từ internet, ví dụ https://id.congty.vn.',
    en: 'The issuer needs to start with https:// and be reachable from the internet, for example https://id.company.com.',
  },
  'sso.issuer_shared': {
    status: 422,
    vi: 'Ai cũng mở được tài khoản ở nhà cung cấp này. Hãy dùng địa chỉ riêng của tổ chức bạn, ví dụ với Microsoft là địa chỉ có mã tenant.',
    en: 'Anybody can have an account at this provider. Use the address of your own organisation; with Microsoft, the one with your tenant’s id.',
  },
  'sso.issuer_unreachable': {
    status: 409,
    vi: 'Sen chưa đọc được thông tin của nhà cung cấp này. Kiểm tra lại địa chỉ issuer, rồi thử lại sau ít phút.',
    en: 'Sen could not read the details of this provider. Check the issuer, then try again in a few minutes.',
  },
  'sso.secret_missing': {
    status: 422,
    vi: 'Hãy nhập khoá bí mật (client secret) của nhà cung cấp này.',
    en: 'Enter the Client secret that the provider gave you for this application.',
  },
  'sso.domain_wrong': {
    status: 422,
    vi: 'Tên miền chưa đúng. Ví dụ: congty.vn.',
    en: 'The domain is not valid. For example: company.com.',
  },
  'sso.domain_free': {
    status: 422,
    vi: 'Đây là tên miền e-mail dùng chung của nhiều người. Hãy dùng tên miền riêng của cửa hàng.',
    en: 'Many people share this email domain. Use a domain of your own.',
  },
  'sso.domain_taken': {
    status: 409,
    vi: 'Một cửa hàng khác đang dùng tên miền này, và bản ghi DNS của họ vẫn còn. Nếu tên miền là của bạn, hãy xoá bản ghi cũ rồi kiểm tra lại.',
    en: 'Another shop uses this domain, and its DNS record is still there. If the domain is yours, remove the old record, then check again.',
  },
  'sso.domains_full': {
    status: 409,
    vi: 'Đã đủ 20 tên miền. Hãy gỡ bớt trước.',
    en: 'There are 20 domains already. Remove one first.',
  },
  'sso.proof_missing': {
    status: 409,
    vi: 'Chưa thấy bản ghi TXT này. DNS có thể cần vài phút tới vài giờ để cập nhật.',
    en: 'The TXT record is not there yet. DNS may take from minutes to a few hours.',
  },
  'sso.dns_unreachable': {
    status: 503,
    vi: 'Máy chủ tên miền chưa trả lời. Hãy kiểm tra lại sau ít phút.',
    en: 'The name servers did not answer. Check again in a few minutes.',
  },
  'sso.trial_needed': {
    status: 409,
    vi: 'Hãy thử đăng nhập thành công trước khi bật.',
    en: 'Try the sign-in successfully before you turn it on.',
  },
  'sso.domain_needed': {
    status: 409,
    vi: 'Cần ít nhất một tên miền đã xác minh trước khi bật.',
    en: 'At least one verified domain is needed before you turn it on.',
  },
  'sso.own_second_step': {
    status: 409,
    vi: 'Trước khi bắt buộc SSO, hãy bật xác minh 2 bước cho tài khoản của bạn và đăng nhập bằng nó. Đó là lối vào khi SSO gặp sự cố.',
    en: 'Before you require SSO, turn on 2-step verification for your own account and sign in with it. It is your way in if SSO breaks.',
  },
} satisfies Record<string, CatalogueEntry>
