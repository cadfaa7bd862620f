"""Requests and answers over plain TCP connections, timed; run on both sides of `tc netem` by `measure.sh`.

pattern.py serve UP DOWN THINK
pattern.py ask CONNECTIONS REQUESTS UP DOWN PAUSE    prints one time in milliseconds a line
"""
import socket
import sys
import threading
import time

PORT = 5000


def receive(connection, count):
    while count > 0:
        piece = connection.recv(65536)
        if not piece:
            return False
        count -= len(piece)
    return True


def serve(up, down, think):
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("0.0.0.0", PORT))
    listener.listen(64)
    answer = b"a" * down

    def one(connection):
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        while receive(connection, up):
            time.sleep(think)
            connection.sendall(answer)

    while True:
        threading.Thread(target=one, args=(listener.accept()[0],), daemon=True).start()


def connect(number):
    for _ in range(50):
        try:
            return socket.create_connection((f"10.{number}.0.2", PORT))
        except ConnectionRefusedError:
            time.sleep(0.2)
    raise SystemExit("pattern.py: the other side does not listen")


def ask(connections, requests, up, down, pause):
    times = []

    def one(number):
        connection = connect(number)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        question = b"q" * up
        # Connections begin apart, so that they do not compute at the same moment all along.
        time.sleep(pause * (1 + number / connections))
        for _ in range(requests):
            began = time.monotonic()
            connection.sendall(question)
            if not receive(connection, down):
                return
            times.append((time.monotonic() - began) * 1000)
            time.sleep(pause)
        connection.close()

    threads = [threading.Thread(target=one, args=(number + 1,)) for number in range(connections)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for value in times:
        print(f"{value:.3f}")


if sys.argv[1] == "serve":
    serve(int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4]))
else:
    ask(*(int(word) for word in sys.argv[2:6]), float(sys.argv[6]))
