/** The secret with which a shop's server proves who a visitor is. */
export const identityVi = {
  title: 'Khoá định danh khách',
  text: 'Nếu khách đăng nhập trên website của bạn, máy chủ của bạn ký tên khách bằng khoá này để Sen biết đó là ai. Khoá chỉ nằm ở máy chủ, đừng dán vào trang web.',
  guide: 'Cách dùng',
  show: 'Xem khoá',
  copy: 'Chép',
  copied: 'Đã chép',
  copyFailed: 'Trình duyệt không cho chép. Hãy chọn và chép bằng tay.',
  since: 'Dùng từ {time}.',
  oldUntil: 'Khoá cũ còn dùng được đến {time}. Hãy đổi trên máy chủ trước lúc đó.',
  turn: 'Đổi khoá',
  turnAtOnce: 'Đổi và huỷ khoá cũ ngay',
  turnTitle: 'Đổi khoá định danh?',
  turnText: 'Sen tạo khoá mới. Khoá cũ vẫn dùng được thêm một thời gian để bạn kịp đổi trên máy chủ.',
  atOnceTitle: 'Đổi khoá và huỷ khoá cũ ngay?',
  atOnceText:
    'Hãy chọn cách này khi khoá có thể đã lộ. Cho tới khi máy chủ của bạn dùng khoá mới, khách đăng nhập sẽ là khách lạ trong khung chat.',
  keep: 'Giữ lại',
  turning: 'Đang đổi',
  turned: 'Đã đổi khoá. Hãy dùng khoá mới trên máy chủ của bạn.',
  logged: 'Ai xem và ai đổi khoá đều được ghi trong nhật ký ở mục Đội ngũ.',
}
