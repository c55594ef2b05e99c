"""Serves calls of AWS by its own Python SDK: `POST /<service>/<operation>`, named as for the AWS CLI, with JSON."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import botocore.session
from botocore.exceptions import BotoCoreError, ClientError

session = botocore.session.get_session()
clients, making = {}, threading.Lock()


def client_of(service):
    with making:
        if service not in clients:
            clients[service] = session.create_client(service)
        return clients[service]


def called(service, operation, given):
    client, method = client_of(service), operation.replace("-", "_")
    # The CLI reads all pages of a list.
    if client.can_paginate(method):
        return client.get_paginator(method).paginate(**given).build_full_result()
    answer = getattr(client, method)(**given)
    answer.pop("ResponseMetadata", None)
    return answer


class Calls(BaseHTTPRequestHandler):
    def do_POST(self):
        _, service, operation = self.path.split("/")
        given = json.loads(self.rfile.read(int(self.headers["content-length"])))
        try:
            status, text = 200, json.dumps(called(service, operation, given), default=str)
        except (BotoCoreError, ClientError) as error:
            status, text = 400, str(error)
        body = text.encode()
        self.send_response(status)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Calls)
print(server.server_port, flush=True)
server.serve_forever()
