export const erasuresVi = {
  unreadable:
    'Không đọc được danh sách những người đã được xoá dữ liệu ({place}): {why} Nếu bỏ qua, dữ liệu của những người đã xoá sau bản sao lưu này sẽ quay trở lại. Vui lòng sửa lỗi, hoặc chỉ nơi khác bằng --erasures THƯ_MỤC. Để chủ động bỏ qua, thêm --without-erasures.',
  missing:
    'Bản sao lưu này cho biết đã có người được xoá dữ liệu hoặc cửa hàng đã xoá, nhưng không tìm thấy danh sách ở {place}. Nếu bỏ qua, những gì đã xoá sau bản sao lưu này sẽ quay trở lại. Vui lòng chỉ nơi có danh sách bằng --erasures THƯ_MỤC. Để chủ động bỏ qua, thêm --without-erasures.',
  none_there: 'Trong {place} không có danh sách những người đã được xoá dữ liệu.',
  both_flags:
    '--with-deleted cần đến danh sách mà --without-erasures bỏ qua: nếu thiếu, lần khôi phục sau sẽ lại xoá cửa hàng. Vui lòng chỉ dùng một trong hai.',
  not_deleted: 'Trong danh sách đã xoá không có cửa hàng {id}: vui lòng kiểm tra lại mã ở --with-deleted.',
}
