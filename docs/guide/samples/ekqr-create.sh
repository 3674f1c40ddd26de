curl https://your-galla.example/api/create_order \
  -H 'Content-Type: application/json' \
  -d '{
    "key": "key_test_...",
    "client_txn_id": "ORDER-1003",
    "amount": "499.00",
    "p_info": "Two cups of tea",
    "customer_name": "Asha Rao",
    "customer_email": "asha@example.com",
    "customer_mobile": "9876543210",
    "redirect_url": "https://yourdomain.com/thanks"
  }'
