export const siteMailVi = {
  'notice.subject': 'Yêu cầu liên hệ mới: {contact}',
  'notice.heading': 'Có người muốn liên hệ với {brand}',
  'notice.from': 'Tên: {name}. Liên hệ: {contact}.',
  'notice.no_message': '(Người gửi không để lại lời nhắn.)',
  'notice.email': 'Trả lời qua e-mail',
  'notice.phone': 'Gọi lại',
  'notice.reason': 'Bạn nhận thư này vì bạn phụ trách yêu cầu liên hệ của {brand}.',
  'thanks.subject': '{brand} đã nhận được yêu cầu của bạn',
  'thanks.preview': 'Chúng tôi sẽ trả lời trong vòng một ngày làm việc.',
  'thanks.heading': 'Cảm ơn bạn đã liên hệ',
  'thanks.body':
    '{brand} đã nhận được yêu cầu của bạn và sẽ trả lời trong vòng một ngày làm việc. Trong lúc chờ, bạn có thể xem hướng dẫn sử dụng hoặc hỏi ngay trong khung chat trên trang.',
  'thanks.button': 'Xem hướng dẫn',
  'thanks.reason':
    'Bạn nhận thư này vì có người để lại địa chỉ này ở trang liên hệ của {brand}. Không phải bạn? Bỏ qua thư là được.',
}
