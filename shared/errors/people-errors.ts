import type { CatalogueEntry } from './catalogue-entry.ts'

/** Errors of people, their teams and workspaces. */
export const peopleErrors = {
  'auth.sign_in_needed': {
    status: 401,
    vi: 'Bạn cần đăng nhập để tiếp tục.',
    en: 'Please sign in to continue.',
  },
  'auth.admin_needed': {
    status: 403,
    vi: 'Việc này cần quyền quản trị. Hãy nhờ quản trị viên của không gian làm việc.',
    en: 'This needs an admin. Ask an admin of your workspace.',
  },
  'auth.operator_needed': {
    status: 403,
    vi: 'Mục này chỉ dành cho người điều hành hệ thống.',
    en: 'This is for the operators of this installation only.',
  },
  'auth.second_step_needed': {
    status: 403,
    vi: 'Tài khoản này đã bật xác minh 2 bước. Hãy nhập mã trong ứng dụng xác thực để tiếp tục.',
    en: 'Two-step verification is on for this account. Enter the code of your authenticator app to continue.',
  },
  'auth.account_locked': {
    status: 403,
    vi: 'Tài khoản này đang bị khoá. Hãy liên hệ bộ phận hỗ trợ.',
    en: 'This account is locked. Please contact support.',
  },
  'notifications.code_wrong': {
    status: 422,
    vi: 'Mã chưa đúng hoặc đã hết hạn. Hãy kiểm tra lại, hoặc xin mã mới.',
    en: 'The code is wrong or no longer good. Check it, or ask for a new one.',
  },
  'workspace.none': {
    status: 403,
    vi: 'Tài khoản này chưa thuộc không gian làm việc nào.',
    en: 'This account does not belong to a workspace yet.',
  },
  'workspace.address_unconfirmed': {
    status: 403,
    vi: 'Hãy xác nhận e-mail của bạn trước khi mở thêm không gian làm việc.',
    en: 'Please confirm your e-mail address before you open another workspace.',
  },
  'team.already_member': {
    status: 409,
    vi: 'Người này đã ở trong đội.',
    en: 'This person is in the team already.',
  },
  'team.already_invited': {
    status: 409,
    vi: 'Người này đã được mời và chưa nhận lời. Bạn có thể gửi lại thư mời.',
    en: 'This person has been invited and has not accepted yet. You can send the invitation again.',
  },
  'team.mailed_just_now': {
    status: 429,
    vi: 'Thư mời vừa được gửi. Hãy đợi một phút rồi gửi lại.',
    en: 'The invitation was sent just now. Wait a minute before you send it again.',
  },
  'team.invitation_over': {
    status: 410,
    vi: 'Lời mời này đã hết hạn, đã được dùng hoặc đã bị thu hồi. Hãy nhờ quản trị viên mời lại.',
    en: 'This invitation has expired, was used or was withdrawn. Ask an admin to invite you again.',
  },
  'team.invitation_other_address': {
    status: 403,
    vi: 'Lời mời này gửi tới một địa chỉ e-mail khác. Hãy đăng nhập bằng địa chỉ đó.',
    en: 'This invitation was sent to another e-mail address. Sign in with that address.',
  },
  'team.last_admin': {
    status: 409,
    vi: 'Không gian làm việc luôn cần ít nhất một quản trị viên. Hãy đưa người khác lên làm quản trị trước.',
    en: 'A workspace always needs an admin. Make somebody else an admin first.',
  },
  'workspace.choose': {
    status: 400,
    vi: 'Hãy chọn không gian làm việc (X-Workspace).',
    en: 'Choose a workspace (X-Workspace).',
  },
} as const satisfies Record<string, CatalogueEntry>
