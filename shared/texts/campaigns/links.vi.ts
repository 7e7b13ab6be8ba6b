/** For visitors of a campaign link without a target. */
export const linksVi = {
  gone: 'Liên kết này không mở được nữa',
  goneText: 'Có thể liên kết đã quá cũ, hoặc khi chép bị thiếu vài chữ. Anh/chị nhắn hỏi lại nơi đã gửi giúp nhé.',
  closed: 'Liên kết này đã bị chặn',
  closedText:
    'Chúng tôi đã ngừng mở các liên kết của nơi gửi tin này. Nếu tin có nhắc tới mật khẩu, mã OTP hay chuyển tiền, anh/chị đừng làm theo.',
  busy: 'Anh/chị đợi một chút nhé',
  busyText: 'Đang có quá nhiều lượt mở từ mạng anh/chị dùng. Khoảng một phút nữa anh/chị mở lại là được.',
}
