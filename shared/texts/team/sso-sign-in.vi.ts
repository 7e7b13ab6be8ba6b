export const ssoSignInVi = {
  ask: 'Đăng nhập bằng SSO',
  title: 'Đăng nhập bằng SSO',
  text: 'Nhập e-mail công việc. Nếu cửa hàng của bạn dùng SSO cho tên miền này, Sen đưa bạn tới trang đăng nhập của cửa hàng.',
  email: 'E-mail công việc',
  go: 'Tiếp tục',
  going: 'Đang chuyển tới trang đăng nhập…',
  back: 'Đăng nhập bằng cách khác',
  off: 'Cửa hàng chưa bật SSO, hoặc vừa đổi cài đặt. Hãy thử lại, hoặc hỏi quản trị viên.',
  over: 'Lần đăng nhập đó đã quá lâu, hoặc mở ở trình duyệt khác. Hãy bấm lại một lần nữa.',
  refused: 'Bạn đã dừng lại ở trang đăng nhập của cửa hàng nên chưa vào được. Hãy thử lại khi sẵn sàng.',
  failed: 'Nhà cung cấp đăng nhập của cửa hàng trả lời không đúng. Hãy thử lại sau ít phút, hoặc báo quản trị viên.',
  email_missing: 'Nhà cung cấp không gửi e-mail của bạn. Hãy nhờ quản trị viên bật việc gửi trường e-mail (email).',
  unverified: 'Nhà cung cấp chưa xác nhận e-mail của bạn (email_verified). Hãy nhờ quản trị viên xác nhận.',
  domain: 'E-mail này không thuộc tên miền mà cửa hàng đã xác minh. Hãy dùng tài khoản công việc của bạn.',
  not_member:
    'Tài khoản này chưa ở trong đội của cửa hàng. Nếu đã có lời mời, hãy mở lời mời trong e-mail trước; nếu chưa, hãy nhờ quản trị viên mời.',
  no_seat: 'Đội của cửa hàng đã đủ người theo gói. Hãy nhờ quản trị viên thêm chỗ.',
  other_person:
    'E-mail này đang gắn với một người khác ở nhà cung cấp. Hãy nhờ quản trị viên gỡ thành viên cũ rồi thử lại.',
  locked: 'Tài khoản này đang bị khoá. Hãy liên hệ bộ phận hỗ trợ.',
  closed: 'Bản cài đặt này không nhận tài khoản mới. Hãy hỏi người quản lý máy chủ.',
}
