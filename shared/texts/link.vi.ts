/** What is asked of who comes by a link. Loaded with these screens alone. */
export const linkVi = {
  title: 'Tiếp tục với {email}?',
  text: 'Liên kết này không được xin từ trình duyệt này. Chỉ tiếp tục nếu đây là tài khoản của bạn và chính bạn đã mở thư.',
  other:
    'Trình duyệt này đang đăng nhập {here}, còn liên kết vừa mở là của {email}. Nếu ở lại, liên kết không dùng lại được.',
  yes: 'Tiếp tục',
  no: 'Không phải tôi',
  stay: 'Ở lại với {here}',
  somebody: 'một tài khoản khác',
  whoseTitle: 'Liên kết này của ai?',
  whoseText: 'Bạn đang mở liên kết ở một máy hay trình duyệt khác. Gõ lại e-mail để chắc đúng là bạn.',
  whoseContinue: 'Tiếp tục',
  whoseWrong: 'E-mail này không khớp với liên kết. Kiểm tra lại địa chỉ bạn đã nhập khi xin liên kết.',
  ownPasswordTitle: 'Đặt mật khẩu của bạn',
  ownPasswordText:
    'E-mail {email} đã được xác nhận. Thư được mở ở nơi chưa đăng ký địa chỉ này, nên mật khẩu đặt lúc đăng ký không còn dùng được. Hãy đặt tên và một mật khẩu mới mà chỉ bạn biết.',
}
