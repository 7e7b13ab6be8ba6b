import type { CatalogueEntry } from './catalogue-entry.ts'

export const peopleErrors = {
  'auth.sign_in_needed': {
    status: 401,
    vi: 'Bạn cần đăng nhập để tiếp tục.',
    en: 'Please sign in to continue.',
  },
  'auth.admin_needed': {
    status: 403,
    vi: 'Việc này cần quyền quản trị. Hãy nhờ quản trị viên của cửa hàng.',
    en: 'This needs an admin. Ask an admin of your shop.',
  },
  'auth.key_refused': {
    status: 403,
    vi: 'Khoá API không làm được việc này. Cần một người đăng nhập.',
    en: 'An API key can’t do this. It needs a person who is signed in.',
  },
  'api-key.too_many': {
    status: 409,
    vi: 'Cửa hàng đã có 20 khoá. Hãy thu hồi khoá không dùng nữa rồi tạo khoá mới.',
    en: 'The shop already has 20 keys. Revoke one that is no longer used, then create a new one.',
  },
  'auth.operator_needed': {
    status: 403,
    vi: 'Mục này chỉ dành cho người vận hành hệ thống.',
    en: 'This is for the operators of this installation only.',
  },
  'auth.second_step_needed': {
    status: 403,
    vi: 'Tài khoản này đã bật xác minh 2 bước. Hãy nhập mã trong ứng dụng xác thực hoặc dùng khoá truy cập để tiếp tục.',
    en: '2-step verification is on for this account. Enter the code from your authenticator app or use a passkey to continue.',
  },
  'access.address': {
    status: 403,
    vi: 'Cửa hàng này chỉ cho vào từ một số địa chỉ mạng. Hãy dùng mạng được phép, hoặc nhờ quản trị viên thêm địa chỉ của bạn.',
    en: 'This shop can only be entered from certain network addresses. Use one of those networks, or ask an admin to add yours.',
  },
  'access.second_step': {
    status: 403,
    vi: 'Cửa hàng này yêu cầu xác minh 2 bước. Hãy bật xác minh 2 bước cho tài khoản của bạn, hoặc đăng nhập bằng khoá truy cập, rồi vào lại.',
    en: 'This shop requires 2-step verification. Turn it on for your account, or sign in with a passkey, then come back.',
  },
  'access.session_age': {
    status: 403,
    vi: 'Lần đăng nhập này đã quá lâu so với quy định của cửa hàng. Hãy đăng xuất rồi đăng nhập lại.',
    en: 'You signed in too long ago for the rules of this shop. Sign out, then sign in again.',
  },
  'access.session_idle': {
    status: 403,
    vi: 'Thiết bị này đã nghỉ quá lâu so với quy định của cửa hàng. Hãy đăng xuất rồi đăng nhập lại.',
    en: 'This device was idle too long for the rules of this shop. Sign out, then sign in again.',
  },
  'access.session_ended': {
    status: 403,
    vi: 'Quản trị viên đã kết thúc lần đăng nhập này ở cửa hàng. Hãy đăng xuất rồi đăng nhập lại.',
    en: 'An admin has ended this session for the shop. Sign out, then sign in again.',
  },
  'access.own_second_step': {
    status: 409,
    vi: 'Hãy bật xác minh 2 bước cho mình hoặc đăng nhập bằng khoá truy cập trước, rồi mới yêu cầu cả đội.',
    en: 'Turn on 2-step verification for yourself or sign in with a passkey first, then require it of the team.',
  },
  'access.own_address': {
    status: 409,
    vi: 'Danh sách này chưa có địa chỉ bạn đang dùng, nên chính bạn sẽ không vào được. Hãy thêm địa chỉ của bạn rồi lưu lại.',
    en: 'The list does not contain the address you are using now, so you would shut yourself out. Add it, then save again.',
  },
  'access.own_session': {
    status: 409,
    vi: 'Lần đăng nhập của chính bạn đã quá giới hạn này. Hãy đăng nhập lại trước, hoặc chọn giới hạn dài hơn.',
    en: 'Your own session is already past this limit. Sign in again first, or choose a longer limit.',
  },
  'access.own_sessions': {
    status: 409,
    vi: 'Thiết bị của chính bạn thì kết thúc ở trang Tài khoản.',
    en: 'You can end your own sessions on the Account page.',
  },
  'access.network_wrong': {
    status: 422,
    vi: 'Có địa chỉ mạng chưa đúng. Ví dụ: 203.0.113.7, 203.0.113.0/24 hoặc 2001:db8::/48.',
    en: 'A network address is not valid. For example: 203.0.113.7, 203.0.113.0/24 or 2001:db8::/48.',
  },
  'auth.account_locked': {
    status: 403,
    vi: 'Tài khoản này đang bị khoá. Hãy liên hệ bộ phận hỗ trợ.',
    en: 'This account is locked. Please contact support.',
  },
  'account.prove_again': {
    status: 403,
    vi: 'Để chắc chắn là bạn, hãy nhập lại mật khẩu hoặc mã xác thực rồi thử lại.',
    en: 'To confirm that it’s you, enter your password or code again, then try once more.',
  },
  'account.only_admin': {
    status: 409,
    vi: 'Bạn là quản trị viên duy nhất ở đây. Hãy giao quyền cho người khác, hoặc chọn xoá cả cửa hàng.',
    en: 'You are the only admin here. Hand over to someone else, or choose to delete the shop as well.',
  },
  'account.last_operator': {
    status: 409,
    vi: 'Bạn là người vận hành duy nhất của hệ thống này. Hãy chỉ định người khác trước (make-operator).',
    en: 'You are the only operator of this installation. Name another one first (make-operator).',
  },
  'account.export_none': {
    status: 404,
    vi: 'Chưa có bản dữ liệu nào, hoặc bản cũ đã hết hạn. Hãy yêu cầu bản mới.',
    en: 'There is no copy of your data, or it has expired. Ask for a new one.',
  },
  'notifications.code_wrong': {
    status: 422,
    vi: 'Mã chưa đúng hoặc đã hết hạn. Hãy kiểm tra lại, hoặc xin mã mới.',
    en: 'The code is wrong or has expired. Check it, or ask for a new one.',
  },
  'notifications.push_address': {
    status: 422,
    vi: 'Trình duyệt này đưa ra địa chỉ nhận thông báo không dùng được. Hãy tắt rồi bật lại thông báo.',
    en: 'This browser gave a notification address that does not work. Turn notifications off and on again.',
  },
  'workspace.none': {
    status: 403,
    vi: 'Tài khoản này chưa thuộc cửa hàng nào.',
    en: 'This account does not belong to a shop yet.',
  },
  'workspace.address_unconfirmed': {
    status: 403,
    vi: 'Hãy xác nhận e-mail của bạn trước khi mở thêm cửa hàng.',
    en: 'Please confirm your email address before you open another shop.',
  },
  'team.already_member': {
    status: 409,
    vi: 'Người này đã ở trong đội.',
    en: 'This person is already on the team.',
  },
  'team.already_invited': {
    status: 409,
    vi: 'Người này đã được mời và chưa nhận lời. Bạn có thể gửi lại thư mời.',
    en: 'This person has been invited and has not accepted yet. You can send the invitation again.',
  },
  'team.mailed_just_now': {
    status: 429,
    vi: 'Thư mời vừa được gửi. Hãy đợi một phút rồi gửi lại.',
    en: 'The invitation was just sent. Wait a minute before you send it again.',
  },
  'team.invitation_over': {
    status: 410,
    vi: 'Lời mời này đã hết hạn, đã được dùng hoặc đã bị thu hồi. Hãy nhờ quản trị viên mời lại.',
    en: 'This invitation has expired, was used or was withdrawn. Ask an admin to invite you again.',
  },
  'team.invitation_other_address': {
    status: 403,
    vi: 'Lời mời này gửi tới một địa chỉ e-mail khác. Hãy đăng nhập bằng địa chỉ đó.',
    en: 'This invitation was sent to another email address. Sign in with that address.',
  },
  'team.last_admin': {
    status: 409,
    vi: 'Cửa hàng luôn cần ít nhất một quản trị viên. Hãy đưa người khác lên làm quản trị viên trước.',
    en: 'A shop always needs an admin. Make someone else an admin first.',
  },
  'workspace.choose': {
    status: 400,
    vi: 'Hãy chọn cửa hàng (X-Workspace).',
    en: 'Choose a shop (X-Workspace).',
  },
} as const satisfies Record<string, CatalogueEntry>
