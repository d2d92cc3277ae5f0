"""The side that the service is measured against: the same endpoints as Django REST framework's tutorial builds them.

Token table, ModelSerializers, the ORM, and only the rows without which there would be no hand: no revisions, no
outbox, no stored answers, no log, no throttle.
"""
