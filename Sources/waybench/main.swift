print("waybench")
