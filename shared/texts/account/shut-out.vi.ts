export const shutOutVi = {
  title: 'Cần thêm một bước để vào cửa hàng',
  voice: 'Cửa tiệm chỉ mở cho đúng người.',
  second_step: '{name} yêu cầu xác minh 2 bước. Bật xong, hoặc đăng nhập bằng khoá truy cập, là bạn vào được ngay.',
  address:
    '{name} chỉ cho vào từ một số địa chỉ mạng, và {address} không nằm trong đó. Hãy dùng mạng được phép, hoặc nhờ quản trị viên thêm địa chỉ này.',
  addressUnknown: '{name} chỉ cho vào từ một số địa chỉ mạng. Hãy dùng mạng được phép, hoặc nhờ quản trị viên.',
  session_age: 'Bạn đăng nhập đã lâu hơn mức {name} cho phép. Hãy đăng nhập lại.',
  session_idle: 'Thiết bị này không hoạt động lâu hơn mức {name} cho phép. Hãy đăng nhập lại.',
  session_ended: 'Quản trị viên của {name} đã kết thúc lần đăng nhập này. Hãy đăng nhập lại.',
  sso: '{name} chỉ cho vào bằng SSO. Hãy đăng nhập bằng tài khoản công việc của bạn.',
  other_shop:
    'Lần đăng nhập này không dành cho {name}. Hãy đăng xuất, rồi đăng nhập bằng mật khẩu hoặc liên kết gửi qua e-mail.',
  signInSso: 'Đăng nhập bằng SSO',
  setUp: 'Bật xác minh 2 bước',
  signInAgain: 'Đăng nhập lại',
  retry: 'Thử lại',
  failed: 'Chưa kiểm tra được. Hãy thử lại.',
  loading: 'Đang kiểm tra…',
  otherShops: 'Mở cửa hàng khác',
  signOut: 'Đăng xuất',
  notice: 'Lúc này bạn chưa vào được: {names}.',
  why: 'Xem lý do',
}
