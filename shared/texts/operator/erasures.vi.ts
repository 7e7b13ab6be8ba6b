export const erasuresVi = {
  unreadable:
    'Không đọc được danh sách những người đã được xoá dữ liệu ({place}): {why} Nếu bỏ qua, dữ liệu của những người đã xoá sau bản sao lưu này sẽ quay trở lại. Vui lòng sửa lỗi, hoặc chỉ nơi khác bằng --erasures THƯ_MỤC. Để chủ động bỏ qua, thêm --without-erasures.',
  missing:
    'Bản sao lưu này cho biết đã có người được xoá dữ liệu, nhưng không tìm thấy danh sách của họ ở {place}. Nếu bỏ qua, dữ liệu của những người đã xoá sau bản sao lưu này sẽ quay trở lại. Vui lòng chỉ nơi có danh sách bằng --erasures THƯ_MỤC. Để chủ động bỏ qua, thêm --without-erasures.',
  none_there: 'Trong {place} không có danh sách những người đã được xoá dữ liệu.',
}
